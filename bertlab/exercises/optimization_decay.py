"""Exercise of the pre-training lesson: which parameters the weight decay pulls towards 0."""

from collections.abc import Callable, Mapping

import torch
from torch import Tensor, nn

from bertlab.exercises.definition import Case, Exercise, Misconception

Groups = tuple[list[str], list[str]]


def _decay_groups(parameters: Mapping[str, Tensor]) -> Groups:
    """Divide the parameters that are trained into those that decay and those that do not.

    Args:
        parameters: Parameters by name. One with ``requires_grad`` False is frozen: in no group.

    Returns:
        The names of the matrices and embeddings, which decay, and of the biases and of what
        LayerNorm has, which do not; each in the order given. Names differ from one library to the
        next, shapes do not: what decays has two axes.
    """
    trained = {name: p for name, p in parameters.items() if p.requires_grad}
    return (
        [name for name, p in trained.items() if p.dim() >= 2],
        [name for name, p in trained.items() if p.dim() < 2],
    )


def _parameters(
    shapes: Mapping[str, tuple[int, ...]], frozen: tuple[str, ...] = ()
) -> dict[str, nn.Parameter]:
    return {
        name: nn.Parameter(torch.zeros(shape), requires_grad=name not in frozen)
        for name, shape in shapes.items()
    }


def _cases() -> list[Case]:
    hub = {
        "bert.embeddings.word_embeddings.weight": (11, 6),
        "bert.embeddings.LayerNorm.weight": (6,),
        "bert.embeddings.LayerNorm.bias": (6,),
        "bert.encoder.layer.0.attention.self.query.weight": (6, 7),
        "bert.encoder.layer.0.attention.self.query.bias": (6,),
        "bert.encoder.layer.0.output.LayerNorm.weight": (6,),
        "cls.predictions.bias": (11,),
    }
    ours = {
        "bert.embeddings.word.weight": (13, 4),
        "bert.embeddings.position.weight": (9, 4),
        "bert.embeddings.norm.weight": (4,),
        "bert.encoder.layers.0.attention.projection.weight": (12, 4),
        "bert.encoder.layers.0.attention.projection.bias": (12,),
        "bert.encoder.layers.0.attention_norm.weight": (4,),
        "bert.encoder.layers.0.attention_norm.bias": (4,),
        "masked_lm.bias": (13,),
        "bert.pooler.dense.weight": (4, 5),
        "next_sentence.dense.weight": (2, 4),
        "next_sentence.dense.bias": (2,),
    }
    return [
        Case((_parameters(hub),)),
        Case((_parameters(ours),)),
        Case((_parameters(ours, ("bert.pooler.dense.weight", "next_sentence.dense.bias")),)),
    ]


def _by(decays: Callable[[str, Tensor], bool], frozen_too: bool = False) -> Callable[..., Groups]:
    """Return a function that divides parameters by a rule."""

    def divide(parameters: Mapping[str, Tensor]) -> Groups:
        names = [n for n, p in parameters.items() if frozen_too or p.requires_grad]
        decaying = [n for n in names if decays(n, parameters[n])]
        return decaying, [n for n in names if n not in decaying]

    return divide


def _norm(name: str) -> bool:
    return "norm" in name.lower()


decay_groups = Exercise(
    name="decay_groups",
    reference=_decay_groups,
    cases=_cases,
    misconceptions=(
        Misconception(
            "everything decays",
            "Leave out biases and LayerNorm: they are few, cannot overfit, and a LayerNorm gain "
            "pulled towards 0 shrinks every vector that passes it.",
            _by(lambda name, p: True),
        ),
        Misconception(
            "the biases do not decay, but the gains of LayerNorm do",
            "A gain is called weight, but it is no matrix: LayerNorm's weight stays out of the "
            "decay like its bias.",
            _by(lambda name, p: "bias" not in name),
        ),
        Misconception(
            "LayerNorm does not decay, but the other biases do",
            "Biases stay out as well: a bias only shifts, and pulling it towards 0 prevents no "
            "overfitting.",
            _by(lambda name, p: not _norm(name)),
        ),
        Misconception(
            "LayerNorm is looked for by a name that it does not have everywhere",
            "One model calls them LayerNorm, another norm or attention_norm, and a search for one "
            "name lets the others decay. Ask for the shape: p.dim() >= 2.",
            _by(lambda name, p: "LayerNorm" not in name and "bias" not in name),
            variants=(_by(lambda name, p: ".norm." not in name and "bias" not in name),),
        ),
        Misconception(
            "the embeddings do not decay",
            "In BERT's optimizer they do: they are matrices like the others, though some later "
            "recipes leave them out.",
            _by(lambda name, p: p.dim() >= 2 and "embeddings" not in name),
        ),
        Misconception(
            "the two groups are exchanged",
            "First those that decay, the matrices and embeddings; second those that do not.",
            _by(lambda name, p: p.dim() < 2),
        ),
        Misconception(
            "frozen parameters are in the groups",
            "Leave out what has requires_grad False: it is not trained, so no optimizer should "
            "hold it.",
            _by(lambda name, p: p.dim() >= 2, frozen_too=True),
        ),
        Misconception(
            "the heads do not decay",
            "Only biases and LayerNorm stay out. The matrices of the heads and of the pooler decay "
            "as all others do.",
            _by(lambda name, p: p.dim() >= 2 and "pooler" not in name and "next" not in name),
        ),
    ),
    difficulty=2,
    minutes=6,
)
