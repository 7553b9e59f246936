# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
# ---

# %% [markdown] slideshow={"slide_type": "slide"}
# # 17. What to predict
#
# A question that anyone understands. At the end you can
#
# - add up squares, and say why a sum of them is not the square of the sum.
#
# **Time** 15 minutes in class, and 2 for the exercises. **Difficulty** 1 of 5. **Before this**: lesson 00.

# %% tags=["bootstrap"] slideshow={"slide_type": "skip"}
# (generated)

# %% tags=["setup"] slideshow={"slide_type": "skip"}
from lessons.l17_what_to_predict import ask, exercises, figures, quiz

from workbook.basics import begin_lesson, claim, exercise, explore, show, slide

begin_lesson()

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Squares
#
# A picture makes the question concrete, before any word of theory. **Predict first**: which of the two is larger?

# %% slideshow={"slide_type": "-"}
show(figures.draw_squares([1, 2, 3]), alt="Three bars of height 1, 4 and 9.")

# %% slideshow={"slide_type": "fragment"}
numbers = [1, 2, 3]
total = sum(number**2 for number in numbers)
print(total, sum(numbers) ** 2)

# %% slideshow={"slide_type": "-"}
claim("the sum of squares is not the square of the sum", total != sum(numbers) ** 2)

# %% [markdown] slideshow={"slide_type": "slide"}
# ### Exercise 1: the sum of squares
#
# Difficulty 1 of 5, about 2 minutes. Write a function that adds up the squares of some numbers; of none it is 0.
#
# <details><summary>Hint</summary>Square each number, then add.</details>


# %% tags=["exercise"] slideshow={"slide_type": "-"}
@exercise(exercises.sum_of_squares)
def sum_of_squares(numbers):
    """Add up the squares of some numbers."""
    ...


# %% tags=["solution"] slideshow={"slide_type": "skip"}
def sum_of_squares(numbers):
    """Add up the squares of some numbers."""
    return sum(number * number for number in numbers)


# %% [markdown] slideshow={"slide_type": "slide"}
# ## Try it
#
# How do the bars grow?

# %% slideshow={"slide_type": "-"}
explore(
    lambda last: figures.draw_squares(range(1, last + 1)),
    alt=lambda last: f"Bars of the squares of 1 to {last}.",
    last=slide(1, 9, value=4),
)

# %% slideshow={"slide_type": "subslide"}
quiz(1, 2)

# %% slideshow={"slide_type": "subslide"}
ask("one large number")

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Myth check
#
# *Large numbers hardly matter in a sum of squares.* They matter most.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Recap
#
# - Squares are added one by one.

# %% [markdown] slideshow={"slide_type": "slide"}
# ## Terms
#
# | English | 中文 | in one line |
# |---|---|---|
# | square | 平方 | a number times itself |

# %% [markdown] slideshow={"slide_type": "subslide"}
# ## Further reading
#
# - What a reader opens next.
