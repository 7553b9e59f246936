"""Take pieces from the end of the longer text until both fit with [CLS] and two [SEP]s."""
