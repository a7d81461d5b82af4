"""Places where one thing in a module can be changed: a comparison, a constant, a condition, a sum, a statement."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

_COMPARED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_COUNTED: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Add,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
_CALLED: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}

_LEFT_ALONE: Final = (ast.Raise, ast.Import, ast.ImportFrom, ast.JoinedStr)
"""What is raised is a mistake in the program; the parts of an f-string have no positions before Python 3.12."""

_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)


class Place(NamedTuple):
    """A piece of a module, given by its position in bytes, and what is put there instead."""

    path: Path
    line: int
    start: int
    end: int
    old: str
    new: str
    source: str
    """The line on which it begins, without the spaces around it."""

    @property
    def change(self) -> str:
        """What becomes what, on one line."""
        return " ".join(f"{self.old} -> {self.new}".split())

    def changed(self, code: bytes) -> bytes:
        """The module with this one change."""
        return code[: self.start] + self.new.encode() + code[self.end :]


def places(path: Path) -> list[Place]:
    """Every place of a module, in order."""
    code = path.read_bytes()
    lines = code.splitlines(keepends=True)
    before = [0]
    for line in lines:
        before.append(before[-1] + len(line))
    found = []
    for node, new in _changes(ast.parse(code)):
        start = before[node.lineno - 1] + node.col_offset
        end = before[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
        source = lines[node.lineno - 1].decode().strip()
        found.append(Place(path, node.lineno, start, end, code[start:end].decode(), new, source))
    return sorted(found, key=lambda place: (place.start, place.end, place.new))


def _changes(tree: ast.AST, *, in_function: bool = False) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Each piece that can be changed, and what it becomes."""
    for node in _looked_at(tree):
        if isinstance(node, ast.stmt) and in_function:
            yield from _of_statement(node)
        elif isinstance(node, ast.expr):
            yield from _of_expression(node)
        yield from _changes(node, in_function=in_function or isinstance(node, _FUNCTIONS))


def _looked_at(node: ast.AST) -> Iterator[ast.AST]:
    """What lies in a piece of code, without types, decorators, options of classes, documentation and what is raised."""
    skipped: list[ast.AST | None] = []
    if isinstance(node, _FUNCTIONS):
        skipped += [*node.decorator_list, node.returns]
    elif isinstance(node, ast.ClassDef):
        skipped += [*node.decorator_list, *node.bases, *node.keywords]
    elif isinstance(node, ast.AnnAssign | ast.arg):
        skipped += [node.annotation]
    elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load) and _names_a_type(node.value):
        skipped += [node.slice]
    for child in ast.iter_child_nodes(node):
        documentation = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
        if child not in skipped and not documentation and not isinstance(child, _LEFT_ALONE):
            yield child


def _names_a_type(node: ast.expr) -> bool:
    name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
    return name in ("dict", "list", "tuple", "set", "frozenset", "type", "Literal", "Mapping", "Sequence", "Annotated")


def _of_statement(node: ast.stmt) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """A statement left out, or another answer."""
    if isinstance(node, ast.Expr | ast.AugAssign):
        yield node, "pass"
    elif isinstance(node, ast.Return) and not (node.value is None or _is_none(node.value)):
        yield node, "return None"
    elif isinstance(node, ast.If | ast.While):
        yield node.test, f"not ({ast.unparse(node.test)})"


def _of_expression(node: ast.expr) -> Iterator[tuple[ast.expr, str]]:
    match node:
        case ast.Compare(left, operators, right):
            for at, operator in enumerate(operators):
                other: list[ast.cmpop] = [*operators[:at], _COMPARED[type(operator)](), *operators[at + 1 :]]
                yield node, ast.unparse(ast.Compare(left, other, right))
        case ast.BoolOp(operator, values):
            swapped = ast.Or() if isinstance(operator, ast.And) else ast.And()
            yield node, f"({ast.unparse(ast.BoolOp(swapped, values))})"
        case ast.BinOp(left, operator, right) if type(operator) in _COUNTED and not _is_union(node):
            yield node, f"({ast.unparse(ast.BinOp(left, _COUNTED[type(operator)](), right))})"
        case ast.UnaryOp(ast.Not(), operand):
            yield node, f"({ast.unparse(operand)})"
        case ast.IfExp(test):
            yield test, f"not ({ast.unparse(test)})"
        case ast.Call(ast.Name(name)) if name in _CALLED:
            yield node.func, _CALLED[name]
        case ast.ListComp(generators=loops) | ast.SetComp(generators=loops) | ast.GeneratorExp(generators=loops):
            yield from ((condition, "True") for loop in loops for condition in loop.ifs)
        case ast.Constant(value):
            other_value = _another(value)
            if other_value is not None:
                yield node, repr(other_value)


def _another(value: object) -> object:
    """Another value of the same kind; None where there is none to try."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    return f"{value}x" if isinstance(value, str) else None


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_union(node: ast.expr) -> bool:
    """Whether this is a union of types, `A | B | None`, and no sum of sets."""
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.BitOr) and _is_union(node.left) and _is_union(node.right)
    name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
    return _is_none(node) or (name[:1].isupper() and not name.isupper()) or name in ("int", "str", "bool", "float")
