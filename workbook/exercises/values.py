"""Copies and short descriptions of what goes into a function and what comes out."""

import copy
import re
from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from torch import Tensor


def copy_value(value: Any) -> Any:
    """Copy a value so deeply that changing the original in place cannot change the copy.

    Tensors leave their graph but keep ``requires_grad``; what cannot be copied is returned itself.
    """
    if isinstance(value, torch.nn.Parameter):
        return copy.deepcopy(value)
    if isinstance(value, Tensor):
        return value.detach().clone().requires_grad_(value.requires_grad)
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*(copy_value(item) for item in value))
    if type(value) in (list, tuple):
        return type(value)(copy_value(item) for item in value)
    if type(value) is dict:
        return {key: copy_value(item) for key, item in value.items()}
    try:
        return copy.deepcopy(value)
    except Exception:  # deepcopy runs the code of any class, which may refuse in any way
        return value


def gradients(value: Any) -> list[tuple[bool, bool]]:
    """Tell of each tensor in a value whether it wants a gradient, and whether it holds one.

    ``requires_grad_()`` and ``backward()`` leave these behind on a tensor whose numbers stay.
    """
    if isinstance(value, Tensor):
        return [(value.requires_grad, value.is_leaf and value.grad is not None)]
    if isinstance(value, Mapping):
        value = tuple(value.values())
    if isinstance(value, list | tuple):
        return [found for item in value for found in gradients(item)]
    return []


def as_array(value: Tensor | np.ndarray) -> np.ndarray:
    """Make an array of a tensor, with float64 for every floating type (bfloat16 has no array)."""
    if isinstance(value, np.ndarray):
        return value
    value = value.detach().cpu()
    value = value.to_dense() if value.layout != torch.strided else value
    return (value.double() if value.is_floating_point() else value).resolve_conj().numpy()


def without_axes(actual: Any, expected: Any) -> tuple[Any, Any]:
    """Take numbers out of tensors without axes, where the other one is a number."""
    if _is_number(expected) and _is_scalar(actual):
        return as_array(actual).item(), expected
    if _is_number(actual) and _is_scalar(expected):
        return actual, as_array(expected).item()
    return actual, expected


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | complex | np.generic)


def _is_scalar(value: Any) -> bool:
    return isinstance(value, Tensor | np.ndarray) and value.shape == ()


def dtype_name(value: Tensor | np.ndarray) -> str:
    """Name a dtype: ``"float32"``, for tensors and arrays alike."""
    return str(value.dtype).removeprefix("torch.")


def same_kind(mine: np.ndarray, reference: np.ndarray) -> bool:
    """Tell whether two dtypes differ in their width alone."""
    kinds = [array.dtype.kind.replace("u", "i") for array in (mine, reference)]
    return kinds[0] == kinds[1] and kinds[0] in "bifc"


def shorten(text: str, width: int = 80) -> str:
    """Put a text on one line of at most ``width`` characters: ``"abcdefgh"`` -> ``"abcde..."``."""
    line = " ".join(text.split())
    return line if len(line) <= width else line[: width - 3] + "..."


def describe(value: Any) -> str:
    """Describe a value in a few words: ``tensor (2, 3) float32``, ``list of 4``, ``int 7``."""
    if isinstance(value, Tensor | np.ndarray):
        kind = "tensor" if isinstance(value, Tensor) else "array"
        return f"{kind} {tuple(value.shape)} {dtype_name(value)}"
    if value is None or isinstance(value, type):
        return repr(value)
    if isinstance(value, bool | int | float | complex | str | bytes | np.generic):
        plain = value.item() if isinstance(value, np.generic) else value
        return f"{type(plain).__name__} {shorten(repr(plain), 60)}"
    if isinstance(value, Mapping):
        such_as = f" such as {shorten(repr(next(iter(value))), 40)}" if value else ""
        return f"{type(value).__name__} with {len(value)} keys{such_as}"
    if isinstance(value, list | tuple | set | frozenset):
        fields = ", ".join(getattr(value, "_fields", ()))
        kind = "tuple" if fields else type(value).__name__
        return f"{kind} of {len(value)}" + (f" ({fields})" if fields else "")
    return type(value).__name__


def whole(value: Any, most: int = 8, width: int = 100, digits: int = 6) -> str:
    """Write a value out if it is small; else return ``""``.

    Args:
        value: Anything.
        most: Numbers that a table may have.
        width: Letters that the text may have.
        digits: Of floats.
    """
    if isinstance(value, Tensor | np.ndarray):
        small = np.prod(value.shape) <= most
        if small and isinstance(value, Tensor) and value.layout != torch.strided:
            value = value.to_dense()
        numbers = value.tolist() if small else None
        text = "" if numbers is None else repr(_rounded(numbers, digits))
        return f"{'tensor' if isinstance(value, Tensor) else 'array'}({text})" if text else ""
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        parts = [whole(item, most, width, digits) for item in value]
        names = value._fields
        text = ", ".join(f"{name}={part}" for name, part in zip(names, parts, strict=True))
        return f"({text})" if all(parts) and len(text) <= width else ""
    if isinstance(value, list | tuple) and any(isinstance(x, Tensor | np.ndarray) for x in value):
        parts = [whole(item, most, width, digits) for item in value]
        text = ", ".join(parts)
        ends = "()" if isinstance(value, tuple) else "[]"
        return f"{ends[0]}{text}{ends[1]}" if all(parts) and len(text) <= width else ""
    try:
        text = repr(_rounded(value, digits))
    except Exception:  # a class of the student's, with a __repr__ that raises
        return ""
    if "object at 0x" in text:
        return ""
    text = _without_addresses(text)
    return text if len(text) <= width else ""


def _without_addresses(text: str) -> str:
    """Leave out where things lie in memory, which no two processes share."""
    return re.sub(r" at 0x[0-9a-fA-F]+", "", text)


def _rounded(value: Any, digits: int) -> Any:
    """Round floats to so many digits, as deep as lists and tuples go."""
    if isinstance(value, float):
        return float(f"{value:.{digits}g}")
    if type(value) in (list, tuple):
        return type(value)(_rounded(item, digits) for item in value)
    return value


def describe_call(arguments: Mapping[str, Any], width: int = 300) -> str:
    """Describe the arguments of a call: ``word 'the', mask (2, 5) bool``.

    Tables of up to 12 numbers are written out, ``length (2,) int64 [3, 5]``, unless that makes the
    text longer than ``width``.
    """
    for most in (12, 0):
        parts = [f"{name} {_brief(value, most)}" for name, value in arguments.items()]
        text = ", ".join(parts)
        if len(text) <= width:
            break
    return shorten(text, width)


def _brief(value: Any, most: int) -> str:
    if isinstance(value, Tensor | np.ndarray):
        kind = describe(value).split(" ", 1)[1]
        numbers = whole(value, most, digits=4).partition("(")[2].removesuffix(")")
        return f"{kind} {numbers}" if numbers else kind
    if isinstance(value, str | int | float | list | tuple | dict | set | frozenset):
        text = _without_addresses(repr(value))
        if len(text) <= 60 and "tensor(" not in text and "array(" not in text:
            return text
    return describe(value)
