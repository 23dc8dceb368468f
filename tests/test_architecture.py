"""What import-linter's contracts (`pyproject.toml`) cannot say, read from the source with `ast`.

Which app, layer and core may import which is defined there; here: pure cores import nothing but the standard library
and pure cores, no import hides in a function, Python names no route of an app above, and which words belong where.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.source_modules import APPS, PROJECT, PURE, Module, imports_of, modules_of, within

MATCHER = "tournaments.swiss.matching"
SPREADSHEETS = ("tournaments.exports", "cardpool.importers", "cardpool.intake", "decks.uploads")
"""Where openpyxl may be imported."""
MAY_PAIR = (
    "tournaments.swiss",
    "tournaments.archive",
    "tournaments.receipts",
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
