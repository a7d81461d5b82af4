"""The web client's types are those of the wire, and stay so."""

from typing import Literal

import msgspec

from tools.wire_ts import TARGET, Writer, generated


def test_the_generated_types_are_not_stale() -> None:
    assert TARGET.read_text(encoding="utf-8") == generated(), "run `make wire`"


class Pair(msgspec.Struct, frozen=True, array_like=True):
    n: int
    card: str


class Sample(msgspec.Struct, frozen=True, tag_field="t", tag="sample", omit_defaults=True):
    """One of each kind."""

    at: tuple[int, int]
    rows: tuple[tuple[str | None, ...], ...]
    by: dict[str, int]
    kind: Literal["b", "a"]
    pair: Pair
    note: str = ""
    maybe: int | msgspec.UnsetType | None = msgspec.UNSET


def test_types_keep_their_shape() -> None:
    writer = Writer()
    assert writer.name(Sample, "Toy") == "ToySample"
    assert writer.text == [
        "export type ToyPair = readonly [n: number, card: string];\n",
        (
            "/** One of each kind. */\n"
            "export type ToySample = {\n"
            '  readonly t: "sample";\n'
            "  readonly at: readonly [number, number];\n"
            "  readonly rows: readonly (readonly (string | null)[])[];\n"
            "  readonly by: Readonly<Record<string, number>>;\n"
            '  readonly kind: "a" | "b";\n'
            "  readonly pair: ToyPair;\n"
            "  readonly note?: string;\n"
            "  readonly maybe?: number | null;\n"
            "};\n"
        ),
    ]
