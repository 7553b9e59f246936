"""Words for those who cannot see the lesson's figures."""

ALT = {
    "riddles": (
        "Two bar charts of the likeliest guesses. With the other half of the word visible, the "
        "first guess is the right character, with nearly 100%. With both halves hidden, five "
        "other characters have a few percent each."
    ),
    "halves": (
        "Two rows with intervals: how many characters are guessed with the other half of the word "
        "visible, and how many with both halves hidden."
    ),
    "plain": "A sentence of eleven characters in six words; four single characters are hidden.",
    "whole words": "The same sentence: both characters of two words are hidden.",
    "ernie": (
        "The same sentence three times: with single characters hidden, with whole words hidden, "
        "and with the four characters of Peking University hidden."
    ),
    "spans": (
        "The same sentence three times with one span of three words: all [MASK], all random "
        "characters, or all as it is, in green."
    ),
    "boundary": (
        "Four hidden characters stand between two visible ones. The vectors of these two edges "
        "and the place inside the span go into two layers, which guess the third character."
    ),
    "similar": (
        "The same sentence without any [MASK]: today has become yesterday, and Beijing Shanghai."
    ),
    "cloze": (
        "Two panels with a dot, an interval and a small dot for each seed, a row for each model: "
        "by how many points it guesses more or less than plain masks, of single characters and of "
        "whole words. At the right the percentage guessed."
    ),
    "names": (
        "A row for each masker: by how many points of F1 it finds names better or worse than "
        "plain masks, with an interval and a small dot for each of three seeds. No interval lies "
        "above 0; those of start and of both kinds of SpanBERT lie below."
    ),
    "soft mask": (
        "A sentence goes into embeddings: word, place, segment. A detector reads them and gives "
        "p, which should be near 1 at the wrong character; the soft mask mixes them with the "
        "vector of [MASK] by p; BERT reads the mixture. The input embeddings "
        "are added to what BERT returns, and the sum gives the mended sentence, as it is wanted."
    ),
    "correctors": "A row for each corrector: F1 of correction, with an interval.",
    "suspicion": (
        "Two histograms of the detector's probability of an error, from 0 to 1, at wrong and at "
        "right characters: in both nearly everything stands at the left, near 0."
    ),
    "oracle": (
        "Five rows with intervals: how many wrong characters are mended with the corrector's own "
        "p, with no mask, with an oracle's, with that and no residual, and before fine-tuning."
    ),
    "control": (
        "The characters of a sentence in boxes. Below each stands the probability of an error; a "
        "box whose character is changed has a thick frame, and the new character above it. A "
        "second row shows the same for hiding, with the lead of the best homophone below."
    ),
}
