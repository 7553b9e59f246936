"""Return ids and token types of one text, or of two: [CLS] first [SEP] (second [SEP])."""
