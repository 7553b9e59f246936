"""Find two bugs in a measure of the weight on [CLS]."""
