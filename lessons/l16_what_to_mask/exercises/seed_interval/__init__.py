"""Say how sure a lead is, if other lines and other seeds might have been drawn."""
