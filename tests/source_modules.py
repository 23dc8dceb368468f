"""The modules of the apps as the source has them, and what each imports."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
APPS = ("jobs", "accounts", "cardpool", "decks", "tournaments")
"""From the lowest to the highest."""
PURE = (
    "cardpool.intake.problems",
    "cardpool.intake.strict_table",
    "cardpool.intake.unreadable",
    "cardpool.intake.text",
    "cardpool.intake.csv_text",
    "cardpool.intake.formulas",
    "cardpool.intake.strict_json",
    "cardpool.packs",
    "cardpool.lists",
    "cardpool.legality",
    "cardpool.engine_cards",
    "cardpool.pack_check",
    "cardpool.pack_changes",
    "decks.text",
    "decks.curves",
    "decks.grouping",
    "decks.example_deck",
    "decks.further_cards",
    "tournaments.sheet_layout",
    "tournaments.paper_layout",
    "tournaments.swiss",
    "tournaments.scoring",
    "tournaments.play",
    "tournaments.pods",
    "tournaments.seasons",
    "tournaments.archive",
    "tournaments.receipts",
)


@dataclass(frozen=True)
class Module:
    """A source file by its dotted name."""

    name: str
    tree: ast.Module
    is_package: bool

    @property
    def app(self) -> str:
        return self.name.split(".")[0]

    @property
    def place(self) -> str:
        """The first name inside the app: `views` of `decks.views.pages`."""
        return part_after_app(self.name)


@dataclass(frozen=True)
class Import:
    """One imported module or name, and where the statement is."""

    target: str
    line: int
    in_function: bool
    for_typing: bool


def part_after_app(name: str) -> str:
    parts = name.split(".")
    return parts[1] if len(parts) > 1 else ""


def modules_of(project: Path) -> list[Module]:
    """Every module of the apps, in order."""
    found = []
    for app in APPS:
        for file in sorted((project / app).rglob("*.py")):
            parts = file.relative_to(project).with_suffix("").parts
            is_package = parts[-1] == "__init__"
            name = ".".join(parts[:-1] if is_package else parts)
            found.append(Module(name, ast.parse(file.read_text(encoding="utf-8")), is_package))
    return found


def imports_of(module: Module) -> Iterator[Import]:
    """Every import statement; relative ones are resolved."""

    def walk(node: ast.AST, in_function: bool, for_typing: bool) -> Iterator[Import]:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            in_function = True
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            for_typing = True
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(alias.name, node.lineno, in_function, for_typing)
        if isinstance(node, ast.ImportFrom):
            base = absolute(module, node)
            for alias in node.names:
                yield Import(f"{base}.{alias.name}", node.lineno, in_function, for_typing)
        for child in ast.iter_child_nodes(node):
            yield from walk(child, in_function, for_typing)

    return walk(module.tree, False, False)


def absolute(module: Module, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    parts = module.name.split(".")
    kept = parts[: len(parts) - node.level + (1 if module.is_package else 0)]
    return ".".join([*kept, node.module] if node.module else kept)


def within(name: str, places: tuple[str, ...]) -> str | None:
    """The place that contains the dotted name, None if none does."""
    return next((place for place in places if name == place or name.startswith(place + ".")), None)
