"""What brings the workbook to a machine; all but the Colab check by the standard library alone."""
