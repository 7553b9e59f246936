"""A small executed lesson with every kind of content that lessons put on slides."""

import base64
from pathlib import Path

import matplotlib.pyplot as plt
import nbformat
from nbformat.v4 import (
    new_code_cell,
    new_markdown_cell,
    new_notebook,
    new_output,
)

from bertlab.pictures import png
from workbook.figures import use_style

CODE = """sizes = [1, 4, 16, 64, 256]
for d_k in sizes:
    scores = random_scores(d_k)  # (1000, 8)
    raw, scaled = softmax_entropy(scores), softmax_entropy(scores / math.sqrt(d_k))
    print(f"d_k = {d_k:3d}   entropy: raw {raw:.2f}, scaled {scaled:.2f} nats")"""
PRINTED = """d_k =   1   entropy: raw 1.70, scaled 1.70 nats
d_k =   4   entropy: raw 1.21, scaled 1.69 nats
d_k =  16   entropy: raw 0.64, scaled 1.70 nats
d_k =  64   entropy: raw 0.31, scaled 1.70 nats
d_k = 256   entropy: raw 0.16, scaled 1.71 nats
"""
TITLE = """# 05. Attention and the Transformer encoder

By the end of this lesson you can

- compute scaled dot-product attention by hand and in three lines of PyTorch;
- say why the scores are divided by $\\sqrt{d_k}$, and show what happens when they are not;
- build an encoder layer whose output agrees with `bertlab` to $10^{-6}$.

**Time** 60 minutes. **Difficulty** 3 of 5. **Prerequisites** lessons 01 to 04, matrix products."""
MATHS = """## Why the scores are divided

A query and a key are compared by a dot product. The longer the two vectors, the larger that number
can get, even when they have nothing to do with each other.

$$\\operatorname{Attention}(Q, K, V)
= \\operatorname{softmax}\\left(\\frac{QK^\\top}{\\sqrt{d_k}}\\right)V,
\\qquad \\operatorname{Var}\\Big[\\sum_{i=1}^{d_k} q_i k_i\\Big] = d_k$$

1. Each product $q_i k_i$ has mean 0 and variance 1.
2. The sum of $d_k$ of them has variance $d_k$ (Vaswani et al. 2017, footnote 4).

> **Predict first**: how large is a typical score for $d_k = 64$?"""
TERMS = """## Terms

| English | 中文 | in one line |
|---|---|---|
| query, key, value | 查询、键、值 | what asks, what answers, what is handed over |
| attention weights | 注意力权重 | a row of numbers from 0 to 1 that sums to 1 |
| context | 上下文向量 | the mean of the values, weighted by the attention weights |
| head | 注意力头 | one of several attentions over parts of the vectors |
| residual connection | 残差连接 | what goes into a layer is added to what comes out |"""
EXERCISE = """### Exercise 3: scaled dot-product attention

Difficulty 2 of 5, about 8 minutes. Fill in the function. Until you do, the workbook's own version
stands in, so everything below still runs.

<details><summary>Hint 1</summary>Three lines: scores, mask, softmax. Which axis must sum to one?
</details>
<details><summary>Hint 2</summary><code>masked_fill</code> wants True where a key must
<em>not</em> be seen.</details>"""
TASK = '''@exercise(attention_exercises.scaled_dot_product)
def attention(query, key, value, mask=None):
    """Return the context (B, H, T, K) and the weights (B, H, T, T), whose rows sum to 1."""
    ...'''
QUESTION = """<form onsubmit="return false"><fieldset><legend>What has $O(T^2)$ cost?</legend>
<label><input type="radio" name="q" onchange="this.form.dataset.answer='a'"> the scores</label><br>
<label><input type="radio" name="q" onchange="this.form.dataset.answer='b'"> the values</label>
</fieldset></form>
<details><summary>All answers</summary>The scores: one for each pair of tokens.</details>"""
FRAME = """<iframe sandbox="allow-scripts" width="900" height="200" srcdoc="<body
style='margin:0'><p id=inside>A view of its own, drawn by a script.</p><script>
document.title = 'frame';
onkeydown = ({ key }) => parent.postMessage({ key }, '*');
</script></body>"></iframe>"""


def sample_lesson() -> nbformat.NotebookNode:
    """Return the lesson as an executed notebook."""
    return new_notebook(
        cells=[
            words(TITLE, "slide"),
            code("print('install')", "-", printed="installed\n", tags=["bootstrap"]),
            code("begin_lesson()", "-", tags=["setup"]),
            words("*Instructor:* say that $x^2$ is only notation. Two minutes.", "notes"),
            words(TERMS, "slide"),
            words(MATHS, "slide"),
            words("The answer is 8, the square root of 64, and not 64.", "fragment"),
            words("*Instructor:* the common answer is 64. Ask *before* the next slide.", "notes"),
            words("### What that does to softmax", "subslide"),
            code(CODE, "-", printed=PRINTED),
            words("## A score spreads like the square root of the head size", "slide"),
            words("Each dot is the spread of 1,000 scores of random vectors.", "-"),
            figure_cell("A line that rises with the head size."),
            words(EXERCISE, "slide"),
            code(TASK, "-", printed="attention: not written yet.\n", tags=["exercise"]),
            code("def attention(): return SECRET_SOLUTION", "-", tags=["solution"]),
            words("## A question", "slide"),
            shown({"text/html": QUESTION, "text/plain": "a question"}),
            words("## A view in a frame", "slide"),
            shown({"text/html": FRAME, "text/plain": "a frame"}),
            words("Only for readers of the notebook: UNSEEN_ASIDE", "skip"),
            words("## Recap\n\n- Divide by $\\sqrt{d_k}$.\n- 老爸叫小宏去买酱油，", "slide"),
        ],
        metadata={"language_info": {"name": "python", "pygments_lexer": "ipython3"}},
    )


def words(source: str, kind: str) -> nbformat.NotebookNode:
    """Return a markdown cell of a slide type."""
    return new_markdown_cell(source, metadata={"slideshow": {"slide_type": kind}})


def code(source: str, kind: str, *, printed: str = "", tags: list[str] | None = None):
    """Return an executed code cell and what it printed."""
    metadata = {"slideshow": {"slide_type": kind}, "tags": tags or []}
    outputs = [new_output("stream", name="stdout", text=printed)] if printed else []
    return new_code_cell(source, execution_count=1, metadata=metadata, outputs=outputs)


def shown(data: dict[str, str], metadata: dict | None = None, source: str = "show()"):
    """Return an executed code cell that displays something."""
    cell = code(source, "-")
    cell.outputs = [new_output("display_data", data=data, metadata=metadata or {})]
    return cell


def figure_cell(alt: str | None, size: tuple[float, float] = (8, 4)):
    """Return a cell that shows a figure, with or without its words."""

    with plt.rc_context():
        use_style()
        figure, axes = plt.subplots(figsize=size)
        axes.plot([1, 4, 16, 64, 256], [1, 2, 4, 8, 16], marker="o")
        axes.set(xlabel="head size $d_k$", ylabel="standard deviation of a score")
        axes.set_title("A score spreads like the square root of the head size")
        image = base64.b64encode(png(figure)).decode()
    about = {"image/png": {"alt": alt}} if alt else {}
    source = "show(plot_spread(sizes, spread), alt=words)"
    return shown({"image/png": image, "text/plain": alt or "<Figure size 800x400>"}, about, source)


def save(notebook: nbformat.NotebookNode, folder: Path, name: str = "05_sample") -> Path:
    """Write a notebook and return its path."""
    path = folder / f"{name}.ipynb"
    nbformat.write(notebook, path)
    return path
