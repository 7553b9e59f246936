"""Values on their way out of the jail: JSON and arrays without pickle, with a limit of size.

``pack`` runs beside the student's code, ``unpack`` does not: it takes nothing on trust. What has no
place in the format arrives as an ``Opaque``, which equals nothing.
"""

import base64
import io
import re
from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from torch import Tensor

MOST_BYTES = 8 * 2**20  # of an exercise's values, all cases together
MOST_ITEMS, DEEPEST, DIGITS = 100_000, 20, 2_000
FLOATS = {torch.bfloat16: torch.float32, torch.float16: torch.float16}
KINDS = "biufcSU"  # of arrays: no objects


class Opaque:
    """A value that cannot be sent; its class has the name of the value's class."""


class Room:
    """How much may still be sent."""

    def __init__(self, size: int = MOST_BYTES, items: int = MOST_ITEMS) -> None:
        self.size, self.items = size, items

    def take(self, size: int) -> bool:
        """Take room for one more value; tell whether there was enough."""
        self.size, self.items = self.size - size, self.items - 1
        return self.size >= 0 and self.items >= 0


def pack(value: Any, room: Room, depth: int = 0) -> list[Any]:
    """Return a value as lists of texts and numbers: ``[kind, ...]``, whatever its methods do."""
    try:
        return _packed(value, room, depth)
    except Exception:  # a class of the student's
        return ["other", type(value).__name__]


def _packed(value: Any, room: Room, depth: int) -> list[Any]:
    kind = type(value)
    if depth > DEEPEST or not room.take(_size(value)):
        return ["other", "something too large to be sent"]
    if value is None or kind in (bool, float):
        return ["plain", value]
    if kind is int:
        text = hex(value)
        return ["int", text] if len(text) <= DIGITS else ["other", "int"]
    if kind in (str, bytes):
        return [kind.__name__, value if kind is str else base64.b64encode(value).decode()]
    if isinstance(value, Tensor):
        return _packed_tensor(value)
    if isinstance(value, np.ndarray | np.generic):
        return _packed_array(value)
    if isinstance(value, list | tuple | set | frozenset):
        base = next(base for base in (list, tuple, frozenset, set) if isinstance(value, base))
        return [base.__name__, [pack(item, room, depth + 1) for item in base.__iter__(value)]]  # type: ignore[arg-type]
    if isinstance(value, Mapping):
        pairs = list(dict(value).items())
        return ["dict", [[pack(part, room, depth + 1) for part in pair] for pair in pairs]]
    return ["other", kind.__name__]


def _size(value: Any) -> int:
    if isinstance(value, Tensor):
        return 2 * value.element_size() * value.nelement() + 100
    if isinstance(value, np.ndarray):
        return 2 * value.nbytes + 100
    return 2 * len(value) + 20 if isinstance(value, str | bytes) else 20


def _packed_tensor(value: Tensor) -> list[Any]:
    plain = value.detach().cpu()
    plain = plain.to_dense() if plain.layout != torch.strided else plain
    name = str(plain.dtype).removeprefix("torch.")
    array = plain.to(FLOATS.get(plain.dtype, plain.dtype)).resolve_conj().resolve_neg().numpy()
    return ["tensor", name, _npy(array)]


def _packed_array(value: np.ndarray | np.generic) -> list[Any]:
    array = np.asarray(value)
    if array.dtype.kind not in KINDS:
        return ["other", f"{type(value).__name__} of {array.dtype.name}"]
    return ["array" if isinstance(value, np.ndarray) else "number", _npy(array)]


def _npy(array: np.ndarray) -> str:
    file = io.BytesIO()
    np.lib.format.write_array(file, np.ascontiguousarray(array), allow_pickle=False)
    shape = np.asarray(array).shape
    return base64.b64encode(file.getvalue()).decode() if shape else f"0{_scalar(array)}"


def _scalar(array: np.ndarray) -> str:
    """Return an array without axes as one with one axis: ``ascontiguousarray`` adds one."""
    file = io.BytesIO()
    np.lib.format.write_array(file, array.reshape(1), allow_pickle=False)
    return base64.b64encode(file.getvalue()).decode()


def unpack(tree: Any, depth: int = 0) -> Any:
    """Return the value that ``pack`` was given, as plain types.

    Raises:
        ValueError: If this is not what ``pack`` writes.
    """
    if depth > DEEPEST + 1 or not isinstance(tree, list) or len(tree) < 2:
        raise ValueError(f"expected a packed value, got {str(tree)[:60]}")
    kind, *rest = tree
    try:
        return _READERS[kind](*rest, depth=depth)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"expected a packed value, got {str(tree)[:60]}") from error


def _plain(value: Any, depth: int) -> Any:
    if value is not None and type(value) not in (bool, float, int):
        raise ValueError(f"expected a plain value, got {type(value).__name__}")
    return float(value) if type(value) is int else value  # JSON may write 1.0 as 1


def _integer(text: str, depth: int) -> int:
    if len(text) > DIGITS or not re.fullmatch(r"-?0x[0-9a-f]+", text):
        raise ValueError("expected an integer")
    return int(text, 16)


def _text(text: str, depth: int) -> str:
    if type(text) is not str:
        raise ValueError("expected a text")
    return text


def _array(text: str, depth: int) -> np.ndarray:
    is_scalar = text.startswith("0")
    data = base64.b64decode(text[1:] if is_scalar else text, validate=True)
    array: np.ndarray = np.lib.format.read_array(io.BytesIO(data), allow_pickle=False)
    if array.dtype.kind not in KINDS:
        raise ValueError(f"expected numbers, got {array.dtype}")
    return array.reshape(()) if is_scalar else array


def _tensor(name: str, text: str, depth: int) -> Tensor:
    dtype = getattr(torch, name, None)
    if not isinstance(dtype, torch.dtype):
        raise ValueError(f"expected a dtype, got {name[:20]!r}")
    return torch.from_numpy(_array(text, depth).copy()).to(dtype)


def _dict(pairs: list[Any], depth: int) -> dict[Any, Any]:
    return {unpack(key, depth + 1): unpack(value, depth + 1) for key, value in pairs}


def _opaque(name: str, depth: int) -> Any:
    words = re.sub(r"[^\w .]", "", str(name))[:60] or "object"
    return type(words, (Opaque,), {})()


_READERS: dict[str, Any] = {
    "plain": _plain,
    "int": _integer,
    "str": _text,
    "bytes": lambda text, depth: base64.b64decode(text, validate=True),
    "tensor": _tensor,
    "array": _array,
    "number": lambda text, depth: _array(text, depth)[()],
    "list": lambda items, depth: [unpack(item, depth + 1) for item in items],
    "tuple": lambda items, depth: tuple(unpack(item, depth + 1) for item in items),
    "set": lambda items, depth: {unpack(item, depth + 1) for item in items},
    "frozenset": lambda items, depth: frozenset(unpack(item, depth + 1) for item in items),
    "dict": _dict,
    "other": _opaque,
}
