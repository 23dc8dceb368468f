"""What import-linter's contracts (`pyproject.toml`) cannot say, read from the source with `ast`.

Which app, layer and core may import which is defined there; here: pure cores import nothing but the standard library
and pure cores, no import hides in a function, Python names no route of an app above, and which words belong where.
"""

import ast
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from config.development.checks import LINT_IMPORTS

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
    "tournaments.archive",
)
MATCHER = "tournaments.swiss.matching"

SPREADSHEETS = ("tournaments.exports", "cardpool.importers", "cardpool.intake", "decks.uploads")
"""Where openpyxl may be imported."""

MAY_PAIR = (
    "tournaments.swiss",
    "tournaments.archive",
    "tournaments.management",
    "tournaments.services.pairing_work",
)
"""The pairing core, commands, and the work that `services/pairing_process.py` hands to a process of its own."""
PAIR = {"pair_round", "repair_round", "look_ahead", "find_rounds"}

THIN = ("views", "api", "admin", "forms", "templatetags", "management", "tasks", "queries")
"""Where services write, not these: parts of apps that read, or call what writes."""
WRITES = {"save", "create", "bulk_create", "bulk_update", "update_or_create", "get_or_create"}
ROUTED = {"reverse", "reverse_lazy", "redirect", "resolve_url"}
FRONT_PAGES = ("my_page",)
"""Pages to which signing in leads."""
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


def impure(module: Module) -> Iterator[str]:
    """Imports that a pure core may not have."""
    if within(module.name, PURE) is None:
        return
    for found in imports_of(module):
        top = found.target.split(".")[0]
        known = top in sys.stdlib_module_names or within(found.target, PURE) is not None
        if not known and not (top == "rustworkx" and module.name == MATCHER):
            yield f"{module.name}:{found.line} is a pure core and imports {found.target}"


def hidden(module: Module) -> Iterator[str]:
    """Imports inside functions, which hide circular imports instead of removing them."""
    for found in imports_of(module):
        if found.in_function:
            yield f"{module.name}:{found.line} imports {found.target} inside a function"


def stray_spreadsheets(module: Module) -> Iterator[str]:
    """openpyxl where no spreadsheet is read or written."""
    for found in imports_of(module):
        if found.target.split(".")[0] == "openpyxl" and within(module.name, SPREADSHEETS) is None:
            yield f"{module.name}:{found.line} imports openpyxl"


def writing_endpoints(module: Module) -> Iterator[str]:
    """Views and queries that write by themselves instead of asking a service."""
    if module.place not in THIN:
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


def routes_of(modules: list[Module]) -> dict[str, str]:
    """The app of each route by its name, from the apps' `urls` modules."""
    return {
        keyword.value.value: module.app
        for module in modules
        if module.place.endswith("urls") or module.name.endswith(".api.urls")
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call)
        for keyword in node.keywords
        if keyword.arg == "name" and isinstance(keyword.value, ast.Constant)
    }


def routes_above(modules: list[Module]) -> Iterator[str]:
    """Routes that Python names although they belong to an app above; templates link freely."""
    owners = routes_of(modules)
    for module in modules:
        for node in ast.walk(module.tree):
            if not isinstance(node, ast.Call) or not node.args or called(node) not in ROUTED:
                continue
            route = node.args[0].value if isinstance(node.args[0], ast.Constant) else None
            owner = owners.get(str(route), module.app)
            if APPS.index(owner) > APPS.index(module.app) and route not in FRONT_PAGES:
                yield f"{module.name}:{node.lineno} names the route {route} of an app above"


def called(node: ast.Call) -> str:
    """The last name of what is called."""
    return ast.unparse(node.func).split(".")[-1]


def vague(module: Module) -> Iterator[str]:
    """Names that say nothing about the content."""
    for part in module.name.split("."):
        if part in VAGUE:
            yield f"{module.name} has the vague name {part}"


def pairing_in_the_web_process(module: Module) -> Iterator[str]:
    """Pairing anywhere but where it is known to take a moment or to be in a process of its own."""
    if module.app != "tournaments" or within(module.name, MAY_PAIR) is not None:
        return
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ImportFrom) and {alias.name for alias in node.names} & PAIR:
            yield f"{module.name}:{node.lineno} pairs in the process that asks for it"


RULES = (impure, hidden, stray_spreadsheets, writing_endpoints, vague, pairing_in_the_web_process)


def faults(project: Path) -> list[str]:
    """Every broken rule of a source tree."""
    modules = modules_of(project)
    return [*(fault for module in modules for rule in RULES for fault in rule(module)), *routes_above(modules)]


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

ROUTES = {"tournaments/desk_urls.py": 'urlpatterns = [path("desk/", views.desk, name="desk")]\n'}
BAD = [
    ("decks/views.py", "def f():\n    return redirect('desk', 3)\n", "names the route desk of an app above"),
    ("cardpool/legality/check.py", "import django\n", "is a pure core"),
    ("cardpool/legality/check.py", "from cardpool import models\n", "is a pure core"),
    ("cardpool/legality/check.py", "from ..models import Deck\n", "is a pure core"),
    ("tournaments/swiss/pairing.py", "import rustworkx\n", "is a pure core"),
    ("decks/services.py", "def submit():\n    from decks import models\n", "inside a function"),
    ("decks/services.py", "class A:\n    def submit(self):\n        import json\n", "inside a function"),
    ("tournaments/views/page.py", "import openpyxl\n", "imports openpyxl"),
    ("decks/views.py", "from django.db import transaction\n@transaction.atomic\ndef f(): ...\n", "opens a transaction"),
    ("decks/api/deck.py", "def f(deck):\n    deck.save()\n", "writes with deck.save()"),
    ("decks/views.py", "def f():\n    Deck.objects.create(name='x')\n", "writes with Deck.objects.create()"),
    ("tournaments/queries/repair.py", "from tournaments.swiss.pairing import pair_round\n", "pairs in the process"),
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
    write_tree(tmp_path, GOOD | ROUTES | {name: text})
    found = faults(tmp_path)
    assert len(found) == 1
    assert fault in found[0]


PLANTED = {
    "accounts/themes.py": "from cardpool import games\n",
    "cardpool/games/__init__.py": "from cardpool.models import Card\n",
    "cardpool/queries/games.py": "from cardpool.services import restrictions\n",
    "cardpool/placeless.py": "",
    "decks/text/tokens.py": "import django.conf\n",
    "decks/views/saved.py": "from decks.management import standalone\n",
    "jobs/kinds.py": "from config import settings\n",
    "tournaments/swiss/pairing.py": "from tournaments.scoring import standings\n",
}
"""Imports that no contract allows, by the file they are added to."""
BROKEN = {"apps", "config", "accounts", "cardpool", "decks", "tournaments", "cores", "pure"}


def contracts() -> dict[str, dict[str, Any]]:
    """The contracts of `pyproject.toml` by their ids."""
    linter = tomllib.loads((PROJECT / "pyproject.toml").read_text())["tool"]["importlinter"]
    return {contract["id"]: contract for contract in linter["contracts"]}


def test_contracts_know_every_app_and_core() -> None:
    found = contracts()
    assert found["apps"]["layers"] == list(reversed(APPS))
    assert set(found["pure"]["source_modules"]) == set(PURE)
    placed = {core for layer in found["cores"]["layers"] for core in layer.split(" | ")}
    assert placed == set(PURE)
    assert all(found[app]["exhaustive"] for app in APPS)


def test_planted_imports_break_the_contracts(tmp_path: Path) -> None:
    for app in (*APPS, "config"):
        shutil.copytree(PROJECT / app, tmp_path / app, ignore=lambda folder, names: [n for n in names if is_data(n)])
    shutil.copy(PROJECT / "pyproject.toml", tmp_path)
    for name, text in PLANTED.items():
        with (tmp_path / name).open("a") as file:
            file.write(text)
    run = subprocess.run(LINT_IMPORTS, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 1, run.stdout + run.stderr
    said = contracts()
    assert {key for key in said if f"{said[key]['name']} BROKEN" in run.stdout} == BROKEN


def is_data(name: str) -> bool:
    """Whether a file is not source code."""
    return name == "__pycache__" or ("." in name and not name.endswith(".py"))
