"""The misconceptions about ``output_without_head``, each a wrong function with advice."""

from lessons.l11_attention_seen.exercises.output_without_head import slips

from functools import partial

import torch

from workbook.exercises import Misconception

MISCONCEPTIONS = (
    Misconception(
        "a piece of the output is zeroed, not of the context",
        "Zero the head before the output matrix. Behind it every element is a mixture of all "
        "heads, and K of them belong to none.",
        slips.piece_of_output,
    ),
    Misconception(
        "rows of the weight are zeroed, or a piece of the output before the bias, not columns",
        "nn.Linear keeps its matrix as (outputs, inputs): a row makes one element of the output, "
        "and the head's K contexts meet the columns from K h to K (h + 1).",
        partial(slips.piece_of_output, keep_bias=True),
    ),
    Misconception(
        "only this head is kept",
        "The other way round: this head becomes 0 and all others stay.",
        partial(slips.output, silence=slips.only),
        variants=(
            partial(
                slips.output,
                silence=slips.only,
                shift=lambda bias, head, H, K: torch.zeros_like(bias),
            ),
        ),
    ),
    Misconception(
        "every H-th element is zeroed, not a block of K",
        "The heads lie side by side in blocks: head h has the elements from K h to K (h + 1). "
        "Zero it before merging, and there is nothing to count.",
        partial(
            slips.output,
            silence=slips.kept,
            change=slips.without(lambda head, H, K: slice(head, None, H)),
        ),
    ),
    Misconception(
        "one element is zeroed, not a block of K",
        "In the merged vector head h has K elements, from K h to K (h + 1), and [..., head] is "
        "only one. Zero it before merging, and there is nothing to count.",
        partial(slips.output, silence=slips.kept, change=slips.without(lambda head, H, K: head)),
    ),
    Misconception(
        "the block that is zeroed has steps of H, not of K",
        "Each head has K elements of the merged vector, from K h to K (h + 1). Zero it before "
        "merging, and there is nothing to count.",
        partial(
            slips.output,
            silence=slips.kept,
            change=slips.without(lambda head, H, K: slice(head * H, (head + 1) * H)),
        ),
        variants=(
            partial(
                slips.output,
                silence=slips.kept,
                change=slips.without(lambda head, H, K: slice(head * H, head * H + K)),
            ),
        ),
    ),
    Misconception(
        "the block that is zeroed begins at element head, not at K times head",
        "Before head h there are h other heads with K elements each, so its own begin at K h. Zero "
        "it before merging, and there is nothing to count.",
        partial(
            slips.output,
            silence=slips.kept,
            change=slips.without(lambda head, H, K: slice(head, head + K)),
        ),
    ),
    Misconception(
        "tokens are silenced, not the head",
        "In (B, H, T, K) the heads are axis 1: set context[:, head] to 0 before you swap the axes. "
        "Afterwards axis 1 counts tokens.",
        partial(
            slips.output, silence=slips.put_zero(lambda head: (slice(None), slice(None), head))
        ),
        variants=(partial(slips.output, silence=slips.kept, change=slips.rows_of_tokens),),
    ),
    Misconception(
        "a text of the batch is silenced, not the head",
        "Axis 0 counts texts. The heads are axis 1: set context[:, head] to 0, for all texts.",
        partial(slips.output, silence=slips.put_zero(lambda head: (head,))),
    ),
    Misconception(
        "one element of every head is zeroed, not one head",
        "The last axis holds the K elements that a head found. The heads are axis 1: "
        "context[:, head].",
        partial(slips.output, silence=slips.put_zero(lambda head: (..., head))),
    ),
    Misconception(
        "the head is cut out, and the others move into its place",
        "Set it to 0 and leave it where it is: each column of the weight belongs to one place in "
        "the merged vector, so the others must not move.",
        partial(slips.output, silence=partial(slips.cut_out, at_the_front=False)),
        variants=(partial(slips.output, silence=partial(slips.cut_out, at_the_front=True)),),
    ),
    Misconception(
        "the heads are merged without bringing the tokens forward",
        "Swap axes 1 and 2 before you flatten: a reshape of (B, H, T, K) alone mixes elements "
        "of different tokens.",
        partial(slips.output, merge=slips.untransposed),
    ),
    Misconception(
        "the heads are laid side by side element by element",
        "All K elements of head 0 come first, then those of head 1: the last two axes are heads "
        "and elements, in this order, when you flatten them.",
        partial(slips.output, merge=slips.interleaved),
    ),
    Misconception(
        "the other heads are scaled up",
        "Leave them as they are. Dropout scales what is left since it strikes at random in "
        "training; here you ask what the block does without this head.",
        partial(slips.output, silence=slips.scaled_up),
    ),
    Misconception(
        "the bias is left out, or taken away with the head",
        "Keep the bias: it belongs to the block, not to the head. If you subtract what the head "
        "gives, compute that without the bias.",
        partial(slips.output, shift=lambda bias, head, H, K: torch.zeros_like(bias)),
    ),
    Misconception(
        "a part of the bias is taken away with the head",
        "Keep the whole bias. Its elements belong to outputs, and each output is a mixture of all "
        "heads.",
        partial(slips.output, shift=slips.block),
    ),
    Misconception(
        "the bias is added more than once",
        "The bias belongs to the block and comes once, after the heads are summed.",
        partial(slips.output, shift=lambda bias, head, H, K: H * bias),
        variants=(
            partial(slips.output, shift=lambda bias, head, H, K: (H - 1) * bias),
            partial(slips.output, shift=lambda bias, head, H, K: 2 * bias),
        ),
    ),
    Misconception(
        "the heads are counted from 1",
        "The first head is number 0, as everywhere in bertlab and in BertViz.",
        partial(slips.output, silence=lambda context, head: slips.zeroed(context, head - 1)),
        variants=(
            partial(slips.output, silence=slips.put_zero(lambda head: (slice(None), head - 1))),
        ),
    ),
    Misconception(
        "the output matrix is applied the wrong way round",
        "nn.Linear keeps its matrix as (outputs, inputs): multiply by weight.T, or call "
        "linear(context, weight, bias).",
        partial(slips.output, matrix=lambda weight: weight),
    ),
    Misconception(
        "the head's context is replaced by its mean over the tokens",
        "Replace it by 0. The mean is another way to remove a head, which keeps what it says "
        "about every token alike.",
        partial(slips.output, silence=slips.token_mean),
    ),
    Misconception(
        "the head's context is replaced by the mean of the heads",
        "Replace it by 0: a silent head says nothing, also not what the others say.",
        partial(slips.output, silence=partial(slips.head_mean, others=False)),
        variants=(partial(slips.output, silence=partial(slips.head_mean, others=True)),),
    ),
    Misconception(
        "no head is silenced",
        "Set context[:, head] to 0 before the heads are merged (on a copy), and use that copy.",
        partial(slips.output, silence=slips.kept),
    ),
)
