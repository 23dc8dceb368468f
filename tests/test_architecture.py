"""Who may import whom, and which words belong where, read from the source with `ast`.

Apps point down (tournaments → decks → cardpool → accounts → jobs), layers inside an app point down (screens → services
→ queries → models → pure cores), pure cores know nothing but themselves and the standard library.
"""

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent

APPS = ("jobs", "accounts", "cardpool", "decks", "tournaments")
"""From the lowest to the highest."""

PURE = (
    "cardpool.intake.unreadable",
    "cardpool.intake.text",
    "cardpool.intake.csv_text",
    "cardpool.packs",
    "cardpool.lists",
    "cardpool.legality",
    "cardpool.engine_cards",
    "cardpool.pack_check",
    "cardpool.pack_changes",
    "decks.text",
    "decks.curves",
    "decks.grouping",
    "decks.sheet_layout",
    "tournaments.swiss",
    "tournaments.scoring",
    "tournaments.play",
    "tournaments.archive",
)
PURE_BELOW = {
    "cardpool.intake.text": ("cardpool.intake.unreadable",),
    "cardpool.intake.csv_text": ("cardpool.intake.unreadable",),
    "cardpool.lists": ("cardpool.intake.text", "cardpool.intake.unreadable"),
    "cardpool.legality": ("cardpool.packs",),
    "cardpool.engine_cards": ("cardpool.packs", "cardpool.legality"),
    "cardpool.pack_check": ("cardpool.packs", "cardpool.legality", "cardpool.engine_cards"),
    "decks.text": ("cardpool.packs",),
    "decks.curves": ("cardpool.packs",),
    "decks.grouping": ("cardpool.packs",),
    "decks.sheet_layout": (),
    "tournaments.swiss": (),
    "tournaments.scoring": (),
    "tournaments.play": (),
    "tournaments.archive": ("tournaments.swiss", "tournaments.scoring"),
}
"""The pure cores that a pure core may read besides itself."""

MATCHER = "tournaments.swiss.matching"

LAYERS = {
    "models": 1,
    "migrations": 1,
    "permissions": 2,
    "queries": 2,
    "judging": 2,
    "settling": 2,
    "importers": 3,
    "importing": 3,
    "exports": 3,
    "services": 3,
    "demo": 4,
    "wording": 4,
    "list_words": 4,
    "pack_preview": 4,
    "notices": 4,
    "context": 4,
    "tasks": 5,
    "receivers": 5,
    "forms": 5,
    "api": 5,
    "views": 5,
    "admin": 5,
    "management": 5,
    "templatetags": 5,
    "middleware": 5,
    "urls": 6,
}
"""The layer of a module by its first name inside the app. Names that are not here (actor, refusals …) stand at 0, where
everything may use them; they themselves reach no higher than models."""

SPREADSHEETS = ("tournaments.exports", "cardpool.importers", "cardpool.intake", "decks.uploads")
"""Where openpyxl may be imported."""

DOORS = ("views", "api", "admin", "forms", "templatetags", "management", "tasks", "queries")
WRITES = {"save", "create", "bulk_create", "bulk_update", "update_or_create", "get_or_create"}
VAGUE = {"utils", "util", "helpers", "helper", "common", "misc", "manager", "managers"}


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
    """One imported module or name, and where the statement stands."""

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
    """The place that holds the dotted name, None where none does."""
    return next((place for place in places if name == place or name.startswith(place + ".")), None)


def layer(name: str) -> int:
    """0 for pure cores and names without a layer, else the place's number in LAYERS."""
    place = part_after_app(name)
    return LAYERS.get(place, LAYERS["urls"] if place.endswith("urls") else 0)


def impure(module: Module) -> Iterator[str]:
    """Imports that a pure core may not have."""
    core = within(module.name, PURE)
    if core is None:
        return
    allowed = (core, *PURE_BELOW.get(core, ()))
    for found in imports_of(module):
        top = found.target.split(".")[0]
        known = top in sys.stdlib_module_names or within(found.target, allowed) is not None
        if not known and not (top == "rustworkx" and module.name == MATCHER):
            yield f"{module.name}:{found.line} is a pure core and imports {found.target}"


def upward(module: Module) -> Iterator[str]:
    """Imports of a higher app, or of a higher layer of the same app."""
    for found in imports_of(module):
        app = found.target.split(".")[0]
        if app not in APPS or found.for_typing:
            continue
        if APPS.index(app) > APPS.index(module.app):
            yield f"{module.name}:{found.line} imports {found.target} from an app above"
        elif layer(found.target) > max(layer(module.name), LAYERS["models"]):
            yield f"{module.name}:{found.line} imports {found.target} from a layer above"


def hidden(module: Module) -> Iterator[str]:
    """Imports inside functions, which dodge circles instead of untying them."""
    for found in imports_of(module):
        if found.in_function:
            yield f"{module.name}:{found.line} imports {found.target} inside a function"


def stray_spreadsheets(module: Module) -> Iterator[str]:
    """openpyxl where no spreadsheet is read or written."""
    for found in imports_of(module):
        if found.target.split(".")[0] == "openpyxl" and within(module.name, SPREADSHEETS) is None:
            yield f"{module.name}:{found.line} imports openpyxl"


def writing_doors(module: Module) -> Iterator[str]:
    """Doors and queries that write by themselves instead of asking a service."""
    if module.place not in DOORS:
        return
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Attribute) and ast.unparse(node) == "transaction.atomic":
            yield f"{module.name}:{node.lineno} opens a transaction"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in WRITES:
            receiver = ast.unparse(node.func.value)
            if node.func.attr == "save" and not writes_a_row(receiver):
                continue
            if node.func.attr == "save" or "objects" in receiver or receiver.endswith("_set"):
                yield f"{module.name}:{node.lineno} writes with {receiver}.{node.func.attr}()"


def writes_a_row(receiver: str) -> bool:
    """Whether `.save()` on this receiver would write a row: workbooks, images and super() do not."""
    return not receiver.endswith(("workbook", "book", "image", "super()"))


def vague(module: Module) -> Iterator[str]:
    """Names that say nothing of what is inside."""
    for part in module.name.split("."):
        if part in VAGUE:
            yield f"{module.name} has the vague name {part}"


RULES = (impure, upward, hidden, stray_spreadsheets, writing_doors, vague)


def faults(project: Path) -> list[str]:
    """Every broken rule of a source tree."""
    return [fault for module in modules_of(project) for rule in RULES for fault in rule(module)]


def test_the_source_keeps_the_rules() -> None:
    assert faults(PROJECT) == []


def test_the_source_is_there() -> None:
    assert {module.app for module in modules_of(PROJECT)} == set(APPS)


GOOD = {
    "cardpool/legality/check.py": "from fractions import Fraction\nfrom cardpool.packs import p\nfrom . import rules\n",
    "decks/services.py": "from django.db import transaction\nfrom decks.models import D\nfrom accounts import actor\n",
    "decks/views/page.py": "from decks import services\nfrom decks.queries import decks\nform.save_later()\n",
    "decks/models/deck.py": (
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from decks.services import submit\n"
        "from cardpool.legality.check import check\n"
    ),
    "tournaments/exports/book.py": "import openpyxl\n",
    "tournaments/swiss/matching.py": "import rustworkx\n",
    "tournaments/services/entries.py": "from decks.services import submit\n",
}

BAD = [
    ("cardpool/legality/check.py", "import django\n", "is a pure core"),
    ("cardpool/legality/check.py", "from cardpool import models\n", "is a pure core"),
    ("cardpool/legality/check.py", "from ..models import Deck\n", "is a pure core"),
    ("tournaments/swiss/pairing.py", "import rustworkx\n", "is a pure core"),
    ("tournaments/swiss/pairing.py", "from tournaments.scoring import standings\n", "is a pure core"),
    ("decks/views.py", "from tournaments.models import Tournament\n", "an app above"),
    ("accounts/services.py", "import cardpool.models\n", "an app above"),
    ("decks/models/deck.py", "from decks.services import submit\n", "a layer above"),
    ("decks/queries.py", "from .services import submit\n", "a layer above"),
    ("decks/services/submit.py", "from ..views import page\n", "a layer above"),
    ("tournaments/queries/rounds.py", "from decks.services import submit\n", "a layer above"),
    ("decks/services.py", "def submit():\n    from decks import models\n", "inside a function"),
    ("decks/services.py", "class A:\n    def submit(self):\n        import json\n", "inside a function"),
    ("tournaments/views/page.py", "import openpyxl\n", "imports openpyxl"),
    ("decks/views.py", "from django.db import transaction\n@transaction.atomic\ndef f(): ...\n", "opens a transaction"),
    ("decks/api/deck.py", "def f(deck):\n    deck.save()\n", "writes with deck.save()"),
    ("decks/views.py", "def f():\n    Deck.objects.create(name='x')\n", "writes with Deck.objects.create()"),
    ("decks/utils.py", "", "vague name utils"),
    ("decks/services/helpers.py", "", "vague name helpers"),
]


def write_tree(project: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def test_a_good_tree_has_no_fault(tmp_path: Path) -> None:
    write_tree(tmp_path, GOOD)
    assert faults(tmp_path) == []


@pytest.mark.parametrize(("name", "text", "fault"), BAD)
def test_a_bad_file_is_found(tmp_path: Path, name: str, text: str, fault: str) -> None:
    write_tree(tmp_path, GOOD | {name: text})
    found = faults(tmp_path)
    assert len(found) == 1
    assert fault in found[0]
