"""Cut a word from the left into the longest pieces that fit; if a part fits none, ["[UNK]"]."""
