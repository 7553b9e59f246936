"""Vectors of a graph beside words: TransE, and a reader that has such a vector for each name.

The graph of the invented world says of each person the home and the trade, and of each town the
river, also what no text says. TransE (Bordes et al. 2013) gives each entity and each relation a
vector, so that person + home is close to the town. In a text a vector joins the first token of its
name, in the middle of the encoder, as in ERNIE (Zhang et al. 2019, section 3). Names are looked up,
so a name that is hidden has no vector.

Leaves out: ERNIE's vectors look at each other in an encoder of their own, and are added inside a
feed-forward layer; its denoising task chooses among the entities of the same text, where ours
chooses among all.
"""

from lessons.l21_knowledge.ways import Asking, Questions, Reader, ReaderObjective
from lessons.l21_knowledge.world import RIVERS, TOWNS, TRADES, World

from typing import NamedTuple, cast

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn
from torch.nn.functional import cross_entropy, normalize, relu

from bertlab.model.config import BertConfig
from bertlab.model.encoder import EncoderLayer

HOME, TRADE, RIVER = range(3)  # relations
SIZE, STEPS, WRONG, MARGIN = 32, 500, 4, 0.5  # of TransE; four wrong facts for each right one
REPLACED, DROPPED = 0.05, 0.15  # of the vectors, while the reader learns; Zhang et al., section 3.4


class Graph(NamedTuple):
    """What is true of a world.

    Attributes:
        names: Of the entities: people, then towns, rivers and trades.
        facts: (F, 3), first entity, relation and second entity.
    """

    names: list[str]
    facts: Int[Tensor, "F 3"]


def graph_of(world: World, unstated: bool = True) -> Graph:
    """Return the graph of a world, with or without homes that no text states."""
    people = len(world.people)
    rivers, trades = people + len(TOWNS), people + len(TOWNS) + len(RIVERS)
    facts = [(people + town, RIVER, rivers + river) for town, river in enumerate(world.rivers)]
    for index, person in enumerate(world.people):
        facts.append((index, TRADE, trades + person.trade))
        if person.stated or unstated:
            facts.append((index, HOME, people + person.town))
    names = [*(person.name for person in world.people), *TOWNS, *RIVERS, *TRADES]
    return Graph(names, torch.tensor(facts))


def trans_e(graph: Graph, seed: int) -> tuple[Float[Tensor, "E D"], Float[Tensor, "R D"]]:
    """Learn vectors of length 1 for entities, and vectors for relations.

    A fact is to be closer, by a margin, than wrong ones with another first or second entity.

    Args:
        graph: The facts.
        seed: Of the initialization and the wrong facts.

    Source: Bordes et al. 2013, Translating Embeddings for Modeling Multi-relational Data.
    """
    generator = torch.Generator().manual_seed(seed)
    entities = torch.randn(len(graph.names), SIZE, generator=generator).requires_grad_()
    relations = (torch.randn(3, SIZE, generator=generator) / SIZE**0.5).requires_grad_()
    optimizer = torch.optim.Adam([entities, relations], lr=0.05)
    facts = graph.facts.repeat(WRONG, 1)  # (F, 3)
    for _ in range(STEPS):
        others = torch.randint(len(graph.names), (len(facts),), generator=generator)
        first = torch.rand(len(facts), generator=generator) < 0.5
        false = facts.clone()
        false[first, 0], false[~first, 2] = others[first], others[~first]
        unit = normalize(entities)
        right, far = (
            (unit[some[:, 0]] + relations[some[:, 1]] - unit[some[:, 2]]).norm(dim=1)
            for some in (facts, false)
        )
        optimizer.zero_grad()
        relu(MARGIN + right - far).mean().backward()
        optimizer.step()
    return normalize(entities.detach()), relations.detach()


def nearest_towns(
    vectors: Float[Tensor, "E D"], relations: Float[Tensor, "R D"], world: World
) -> Float[Tensor, "P C"]:
    """Score the towns for each person: the nearer to person + home, the higher."""
    people = len(world.people)
    homes = vectors[:people] + relations[HOME]
    return -torch.cdist(homes, vectors[people : people + len(TOWNS)])


class EntityReader(Reader):
    """A reader that has fixed vectors of entities at their names.

    Args:
        config: The sizes.
        vectors: (E, D) of the graph's entities.
        graph: Whose names are looked up.
        asking: Whose tokenizer cuts the texts.
        enter: Whether the vectors enter the encoder.
        words: Whether the words of a name stay if its vector enters; else they are hidden.
    """

    def __init__(
        self,
        config: BertConfig,
        vectors: Float[Tensor, "E D"],
        graph: Graph,
        asking: Asking,
        enter: bool,
        words: bool = True,
    ) -> None:
        super().__init__(config)
        self.enter, self.words, self.mask_id = enter, words, asking.tokenizer.mask_id
        self.joined = nn.Linear(vectors.shape[1], config.hidden_size)
        self.aligned = nn.Linear(config.hidden_size, vectors.shape[1])
        self.initialize()
        scaled = vectors * SIZE**0.5  # numbers of the size of those in the encoder
        self.register_buffer("vectors", torch.cat([torch.zeros_like(vectors[:1]), scaled]))
        # For a word and the next one the entity that begins there, from 1; 0 is none.
        ids = asking.tokenizer.ids
        table = torch.zeros(len(ids), len(ids), dtype=torch.long)
        for number, name in enumerate(graph.names, 1):
            first, *rest = (ids[word.lower()] for word in name.split())
            table[first, rest if rest else slice(None)] = number
        self.register_buffer("table", table)
        self.register_buffer("long", torch.tensor([False, *(" " in name for name in graph.names)]))

    def linked(self, input_ids: Int[Tensor, "B T"]) -> Int[Tensor, "B T"]:
        """Return at each first token of a name the number of its entity, else 0."""
        return cast(Tensor, self.table)[input_ids, input_ids.roll(-1, dims=1)]

    def answers(self, asked: Questions) -> tuple[Float[Tensor, "M V"], Float[Tensor, "N E"]]:
        """Return logits over words at hidden positions, and over entities at all names."""
        bert, vectors, ids = self.bert, cast(Tensor, self.vectors), asked.texts.input_ids
        types, mask = bert.check_inputs(*asked.texts)
        entities = self.linked(ids)
        entering = noised(entities, len(vectors)) if self.training else entities
        if not self.words:
            second = ((entering > 0) & cast(Tensor, self.long)[entities]).roll(1, dims=1)
            ids = ids.masked_fill((entering > 0) | second, self.mask_id)
        hidden = bert.embeddings(ids, types)
        *lower, last = cast("list[EncoderLayer]", bert.encoder.layers)
        for layer in lower:
            hidden = layer(hidden, mask)
        if self.enter:
            hidden = hidden + self.joined(vectors[entering])  # (B, T, D)
        names = entities.flatten().nonzero()[:, 0]
        read = last.read(torch.cat([asked.hidden, names]), hidden, mask)
        words, at_names = read.split([len(asked.hidden), len(names)])
        logits = self.masked_lm(words, bert.embeddings.word.weight)
        return logits, self.aligned(at_names) @ vectors[1:].T


def noised(entities: Int[Tensor, "B T"], number: int) -> Int[Tensor, "B T"]:
    """Put a random entity in place of some, and none in place of others."""
    drawn = torch.rand(entities.shape, device=entities.device)
    others = torch.randint_like(entities, 1, number)
    kept = torch.where(drawn < REPLACED, others, entities)
    kept = kept.masked_fill((drawn >= REPLACED) & (drawn < REPLACED + DROPPED), 0)
    return kept * (entities > 0)


class EntityObjective(ReaderObjective):
    """The loss of hidden words, and of the entities at names if they are asked for."""

    model: EntityReader

    def __init__(self, model: EntityReader, align: bool) -> None:
        super().__init__(model)
        self.align = align

    def counts(self, batch: Questions) -> dict[str, int]:
        """Return the number of hidden words, and of names."""
        names = int((self.model.linked(batch.texts.input_ids) > 0).sum())
        return {"words": len(batch.hidden), "entities": names if self.align else 0}

    def forward(self, batch: Questions) -> dict[str, Tensor]:
        """Return both sums over a batch, in nats."""
        logits, entities = self.model.answers(batch)
        losses = {"words": cross_entropy(logits, batch.targets, reduction="sum")}
        linked = self.model.linked(batch.texts.input_ids)
        aligned = cross_entropy(entities, linked[linked > 0] - 1, reduction="sum")
        return {**losses, "entities": aligned * self.align}
