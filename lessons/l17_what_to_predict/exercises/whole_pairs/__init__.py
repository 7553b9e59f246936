"""Make pairs of neighboring sentences, in order or changed, and cut none."""
