"""Count in how many pairs a head follows the ending."""
