"""Arrays from a `.npz` file."""

import ast
import math
import struct
import zipfile
from typing import IO, Any

from cartable.bots.arrays.plain.array import ndarray

_LETTERS = {"f2": "e", "f4": "f", "f8": "d", "i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "b1": "?"}


class Kept(dict[str, Any]):
    """The arrays of a file by their names."""

    def __enter__(self) -> "Kept":
        return self

    def __exit__(self, *_: object) -> None:
        """All has been read."""


def load(file: IO[bytes]) -> Kept:
    with zipfile.ZipFile(file) as archive:
        read = {name.removesuffix(".npy"): _read(archive.read(name)) for name in archive.namelist()}
    return Kept({name: given for name, given in read.items() if given is not None})


def _read(body: bytes) -> Any:
    wide = body[6] > 1
    (length,) = struct.unpack_from("<I" if wide else "<H", body, 8)
    begin = 8 + (4 if wide else 2)
    about = ast.literal_eval(body[begin : begin + length].decode("latin-1"))
    shape = tuple(about["shape"])
    if about["descr"][1] == "U":  # what somebody noted of the others
        return None
    letter = _LETTERS.get(about["descr"][1:])
    if letter is None or about["fortran_order"]:
        raise ValueError(f"no array that can be read here: {about}")
    flat = list(struct.unpack_from(f"<{math.prod(shape)}{letter}", body, begin + length))
    return ndarray(flat, shape) if shape else flat[0]
