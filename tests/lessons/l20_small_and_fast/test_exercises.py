"""What the references give: the examples of the texts, and bertlab's own."""

import torch
from torch import nn

from bertlab.compression.distillation import soft_label_loss
from bertlab.compression.int8 import quantize_rows
from bertlab.compression.pruning import magnitude_masks
from lessons.l20_small_and_fast import exercises
from workbook.exercises import load

count, milliseconds, chosen_layers, soft_loss, distil_step, quantize, prune, frontier = (
    load(package).reference for package in exercises.EXERCISES
)


def test_the_examples_of_the_texts():
    assert count(V=30_000, D=768, L=12) == (23_040_000, 84_934_656)
    assert count(V=30_000, D=768, L=12, E=128, shared=True) == (3_938_304, 7_077_888)
    assert chosen_layers(L=12, S=6) == [0, 2, 4, 6, 8, 10]
    assert chosen_layers(L=6, S=4) == [0, 1, 3, 4]
    assert 0 <= milliseconds(lambda: None, repeats=3) < 1000
    assert frontier([(12, 84), (6, 83), (7, 82), (3, 80)]) == [0, 1, 3]


def test_references_equal_bertlab():
    student, teacher, *weights = torch.randn(4, 6, 3, generator=torch.Generator().manual_seed(0))
    wanted = soft_label_loss(student, teacher, 3) / len(student)
    torch.testing.assert_close(soft_loss(student, teacher, 3), wanted)
    for mine, theirs in zip(quantize(student), quantize_rows(student), strict=True):
        assert torch.equal(mine, theirs)
    kept = [weight != 0 for weight in prune(weights, 0.25)]
    assert all(map(torch.equal, kept, magnitude_masks(weights, 0.25)))


def test_steps_bring_a_student_closer():
    with torch.random.fork_rng():
        torch.manual_seed(0)
        student, teacher, x = nn.Linear(4, 3), nn.Linear(4, 3), torch.randn(8, 4)
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
    losses = [distil_step(student, teacher, optimizer, (x,), 2) for _ in range(5)]
    assert losses == sorted(losses, reverse=True)
