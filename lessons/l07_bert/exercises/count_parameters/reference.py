"""The reference of ``count_parameters``: it stands in until the student is right."""


def count_parameters(
    vocab_size: int,
    hidden_size: int,
    num_layers: int,
    intermediate_size: int,
    max_positions: int,
    type_vocab_size: int,
) -> int:
    """Count the parameters of BERT: embeddings, encoder layers and pooler, without other heads.

    Args:
        vocab_size: V, number of word pieces.
        hidden_size: D.
        num_layers: Encoder layers.
        intermediate_size: F, width of the feed-forward network.
        max_positions: P, rows of the position table.
        type_vocab_size: S, rows of the token type table.

    Returns:
        The number of trained values.
    """
    layer_norm = 2 * hidden_size
    square = hidden_size * hidden_size + hidden_size  # a dense layer, D to D
    embeddings = (vocab_size + max_positions + type_vocab_size) * hidden_size + layer_norm
    attention = 4 * square + layer_norm  # query, key, value, output
    widen = hidden_size * intermediate_size + intermediate_size
    narrow = intermediate_size * hidden_size + hidden_size
    layer = attention + widen + narrow + layer_norm
    return embeddings + num_layers * layer + square
