"""A module that only one app above uses belongs to that app, unless it is named here with a reason."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from tests.test_architecture import PROJECT, Module, imports_of, modules_of

ENTRIES = ("admin", "api", "apps", "management", "migrations", "models", "receivers", "tasks", "templatetags")
"""Where Django, Celery and the routes come in without an import."""

STAYS = {
    "cardpool.legality.check": "the judge, which reads the rules that a game's pack declares",
    "decks.queries": "reads of the tables of saved lists, beside them",
    "decks.services": "writes of the tables of saved lists, beside them",
}
"""Modules with one app above as their only user, and why they stay where they are."""

_DOTTED = re.compile(r"\b[a-z_]+(?:\.[a-z_]+)+\b")


def used_by_one_app(modules: Iterable[Module], configured: str = "") -> dict[str, str]:
    """The one app above, by module, of those that no module of their own app imports; `configured` is the source of the
    settings, which name modules as well."""
    listed = list(modules)
    names = {module.name for module in listed}
    users: dict[str, set[str]] = {}

    def note(target: str, user: str) -> None:
        users.setdefault(target if target in names else target.rpartition(".")[0], set()).add(user)

    for module in listed:
        for found in imports_of(module):
            note(found.target, module.app)
    for target in _DOTTED.findall(configured):
        note(target, "config")
    return {
        module.name: next(iter(users[module.name]))
        for module in listed
        if module.place and module.place not in ENTRIES and not module.is_package
        if len(users.get(module.name, ())) == 1 and users[module.name].isdisjoint((module.app, "config"))
    }


def source_of_config(project: Path) -> str:
    return "\n".join(file.read_text(encoding="utf-8") for file in sorted((project / "config").rglob("*.py")))


def test_nothing_in_one_app_is_used_by_another_alone() -> None:
    found = used_by_one_app(modules_of(PROJECT), source_of_config(PROJECT))
    assert found.keys() - STAYS.keys() == set(), "move it to the app that uses it, or say here why it stays"
    assert STAYS.keys() - found.keys() == set(), "delete the line"


def test_a_module_that_only_an_app_above_imports_is_found(tmp_path: Path) -> None:
    files = {
        "decks/layout.py": "",
        "decks/shared.py": "",
        "decks/views/page.py": "from decks import shared\n",
        "decks/named.py": "",
        "tournaments/views/sheet.py": "from decks.layout import rows\nfrom decks import shared, named\n",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    assert used_by_one_app(modules_of(tmp_path), 'MIDDLEWARE = ["decks.named.Middleware"]') == {
        "decks.layout": "tournaments"
    }
