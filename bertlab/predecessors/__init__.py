"""The models that came before BERT, each in a room of its own.

``ngrams`` counts words: maximum likelihood, add-k, interpolation, Kneser-Ney. It holds what all of
them share as well: one text, one split, one vocabulary and one way to count perplexity, so that
their numbers can stand in one table. ``nnlm`` is the neural language model of Bengio et al. with
the training that recurrent networks use too; ``word2vec`` learns a vector for each word; ``elmo``
gives a word another vector in each sentence.
"""
