"""The models that came before BERT, each in one module: n-grams, NNLM, word2vec, ELMo.

``corpus`` holds what they share: one text, one split, one vocabulary and one way to count
perplexity, so that their numbers can stand in one table.
"""
