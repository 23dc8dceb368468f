"""A module that only one app above uses belongs to that app, unless it is named here with a reason."""

from __future__ import annotations

from collections.abc import Iterable

from tests.test_architecture import PROJECT, Module, imports_of, modules_of

ENTRIES = ("admin", "api", "apps", "management", "migrations", "models", "receivers", "tasks", "templatetags")
"""Where Django, Celery and the routes come in without an import."""

STAYS = {
    "accounts.context": "the frame of every page; one page asks for a part of it",
    "accounts.redis_patience": "the cache and the queue, which `config` sets up, wait by it too",
    "cardpool.legality.deck_check": "the judge compares decks too, by the game's rules",
    "cardpool.legality.example": "a deck that breaks no rule, from rules and cards alone",
    "cardpool.legality.further_cards": "a verdict that no further card changes, from rules alone",
    "decks.queries": "reads of the saved lists",
    "decks.services": "writes of the saved lists",
    "decks.settling": "what rules ask of a card, and how lists name it; events keep the decision",
    "decks.sheet_layout": "how a list is laid out on a sheet",
    "decks.views.compared": "two lists side by side",
}
"""Modules with one app above as their only user, and why they stay where they are."""


def used_by_one_app(modules: Iterable[Module]) -> dict[str, str]:
    """The one app above, by module, of those that no module of their own app imports."""
    listed = list(modules)
    names = {module.name for module in listed}
    users: dict[str, set[str]] = {}
    for module in listed:
        for found in imports_of(module):
            target = found.target if found.target in names else found.target.rpartition(".")[0]
            users.setdefault(target, set()).add(module.app)
    return {
        module.name: next(iter(users[module.name]))
        for module in listed
        if module.place and module.place not in ENTRIES and not module.is_package
        if len(users.get(module.name, ())) == 1 and module.app not in users[module.name]
    }


def test_nothing_in_one_app_is_used_by_another_alone() -> None:
    found = used_by_one_app(modules_of(PROJECT))
    assert found.keys() - STAYS.keys() == set(), "move it to the app that uses it, or say here why it stays"
    assert STAYS.keys() - found.keys() == set(), "delete the line"
