"""Words for those who cannot see the lesson's figures."""

ALT = {
    "hits": (
        "Three bars below the beginnings of three articles. The longest belongs to a young "
        "humpback whale in a shark net; the other two articles are about spies and about a "
        "goose."
    ),
    "model": (
        "Left, from below: token ids and token types go into the embeddings; the vectors and the "
        "mask go into the encoder layers; from the vectors of all tokens come two vectors for a "
        "text: the pooler's and the mean. Right: one layer with attention and a feed-forward "
        "network, each with a residual and LayerNorm, and the names of these parts."
    ),
    "one token": (
        "Three small tables, of pieces, positions and token types. Row 4, row 2 and row 1 are "
        "framed; arrows lead from them to their sum, and from there through LayerNorm to the "
        "normalized vector."
    ),
    "parts": (
        "Stacked bars for minilm, base and large: the proportion of the embeddings falls from "
        "a half to a tenth, that of the feed-forward networks grows from a third to three "
        "fifths."
    ),
    "single": (
        "Two curves after each layer, on a log scale: in float32 both models differ from "
        "transformers by a few millionths."
    ),
    "differences": (
        "Two panels, differences after each layer on a log scale. In float32, both models are "
        "near a millionth. In float64, model 2 falls by nearly nine powers of ten; model 1 does "
        "so after the embeddings alone, and stays after all layers."
    ),
    "bugs": (
        "For each of eight bugs, the change of the agreement with people and its interval. "
        "Swapped LayerNorms and swapped query and key are far below 0, with their intervals; "
        "padding that is not hidden lies above 0; the intervals of the other five reach 0."
    ),
    "found": (
        "Four bars. Counted words, the mean of the embeddings and a small BERT that was only "
        "pre-trained find very few of twelve articles first; your BERT finds ten."
    ),
    "vectors": (
        "Above: three bars of agreement with people, all near a half; the mean is a little "
        "ahead. Below: the intervals of its lead over the other two; both contain 0."
    ),
    "read off": (
        "Above: accuracy from each kind of vector; the mean of the tokens is a little ahead of "
        "[CLS] and the pooler. Below: the intervals of its lead; they reach below 0."
    ),
    "cost": (
        "Two rising curves on log scales, as multiples of the values at 16 tokens: the memory of "
        "the attention weights rises much more steeply than the time."
    ),
}
