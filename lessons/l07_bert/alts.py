"""Words for those who cannot see the lesson's figures."""

ALT = {
    "hits": (
        "Three bars below the beginnings of three articles. The longest belongs to a young "
        "humpback whale in a shark net; the other two articles are about spies and about a "
        "goose."
    ),
    "search": (
        "Above: a dot for each of 50 articles on the scale of the cosine. Most are near 0, and the "
        "best one stands alone at the right. Below: the beginnings of the three best articles."
    ),
    "model": (
        "Left, from below: token ids and token types go into the embeddings; the vectors and the "
        "mask go into the encoder layers, and out come the vectors of all tokens. The pooler reads "
        "the first of them, [CLS]; the mean reads all of them and the mask. Right: one layer with "
        "attention and a feed-forward network, each with a residual and LayerNorm, and the names "
        "of these parts."
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
        "Two panels, differences after each layer on a log scale; dashed lines are float64. In "
        "float32, both models are near a millionth. In float64, model 2 falls by nearly nine "
        "powers of ten; model 1 does so after the embeddings alone, and stays after all layers."
    ),
    "bugs": (
        "For each of eight bugs, the change of the agreement with people and its interval. "
        "Swapped LayerNorms and swapped query and key are far below 0, with their intervals; the "
        "intervals of the other six hold 0."
    ),
}
