"""What all drawings of the arena share: a sheet of SVG that can be read by day and by night."""

from collections.abc import Iterable
from html import escape
from typing import Final

STYLE: Final = (
    "text{font:13px system-ui,sans-serif;fill:#1f2328}.b{fill:#fff}.t{font-weight:600}.s{font-size:11px}"
    ".g{stroke:#8b8b95;opacity:.35}.i{stroke:#2563eb;stroke-width:2}.d{fill:#2563eb}.l{fill:none;stroke-width:2}"
    "@media(prefers-color-scheme:dark){text{fill:#e6edf3}.b{fill:#0d1117}.i{stroke:#79a8ff}.d{fill:#79a8ff}}"
)


def sheet(title: str, width: int, height: int, parts: Iterable[str]) -> str:
    """The whole drawing, under its title."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"',
            f' width="{width}" height="{height}" role="img" aria-label="{escape(title)}">',
            f"<style>{STYLE}</style>",
            f'<rect class="b" width="{width}" height="{height}"/>',
            f'<text class="t" x="8" y="22">{escape(title)}</text>',
            *parts,
            "</svg>",
            "",
        ]
    )


def rule(x1: float, x2: float, y: float, kind: str = "g") -> str:
    """A line across."""
    return f'<line class="{kind}" x1="{x1:.1f}" x2="{x2:.1f}" y1="{y:.1f}" y2="{y:.1f}"/>'


def small(x: float, y: float, text: str, anchor: str = "start") -> str:
    """A small word."""
    return f'<text class="s" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def short(name: str, most: int = 26) -> str:
    """A name that may be a long path or command: its end tells more."""
    return name if len(name) <= most else "…" + name[1 - most :]
