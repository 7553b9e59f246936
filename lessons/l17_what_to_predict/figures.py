"""The figures of this lesson."""

from collections.abc import Iterable

import matplotlib.pyplot as plt
from matplotlib.figure import Figure


def draw_squares(numbers: Iterable[int]) -> Figure:
    """Draw a bar for the square of each number."""
    shown = list(numbers)
    figure, axes = plt.subplots(figsize=(5, 3))
    axes.bar([str(number) for number in shown], [number**2 for number in shown])
    axes.set(title="Squares grow faster than their numbers", xlabel="number", ylabel="square")
    return figure
