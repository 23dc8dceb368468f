"""What only one app above uses belongs to that app, unless it is named here with a reason."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from tests.source_modules import PROJECT, Module, imports_of, modules_of

ENTRIES = ("admin", "api", "apps", "management", "migrations", "models", "receivers", "tasks", "templatetags")
"""Where Django, Celery and the routes come in without an import."""

STAYS = {
    "accounts.erased_sessions": "what sessions have of people, beside how they are kept",
    "accounts.erasing": "writes of people and their accounts, beside the others",
    "accounts.mail_addresses": "writes of the addresses of players, beside those of their phones",
    "cardpool.intake.packed_json": "one of the readers of uploaded files, all of which are in one package",
    "cardpool.legality.check": "the judge, which reads the rules that a game's pack declares",
    "decks.queries": "reads of the tables of saved lists, beside them",
    "decks.services": "writes of the tables of saved lists, beside them",
}
"""Modules with one app above as their only user, and why they stay where they are."""

NAMES_STAY = {
    "accounts.claiming.take_from_account": "writes of the players of accounts, beside each other",
    "accounts.compiled.ask_together": "several compiled queries at once, beside asking one",
    "accounts.consents.copy_consents": "what a guardian agreed to, beside recording it",
    "accounts.consents.learn_age_groups": "the ages of a whole list, beside that of one player",
    "accounts.inbox.put_away": "notices belong to accounts, and end where they were sent",
    "accounts.inbox.put_away_outdated": "notices belong to accounts, and end where they were sent",
    "accounts.inbox.quiet_codes": "which notices a player switched off, beside those sent",
    "accounts.inbox.send_notices": "many notices at once, beside sending one",
    "accounts.inbox.switch_notices": "which notices a player switched off, beside those sent",
    "accounts.inbox.who_got": "whom a notice was sent to, beside sending one",
    "accounts.mail_links.mask_address": "an address as others see it, beside its links",
    "accounts.mail_links.origin_of": "what the links of mails begin with, beside them",
    "accounts.mails.send_due_mails": "sending what was queued, beside queuing it",
    "accounts.middleware.actor_of_session": "whom a session stands for, beside whom a request does",
    "accounts.own_parts.fill": "the other half of leaving a visitor's own parts out of a page",
    "accounts.push_service.public_key": "the site's key for push, beside signing with it",
    "accounts.pushes.send_due_pushes": "sending what was queued, beside queuing it",
    "accounts.services.create_player": "writes of people and their links, beside each other",
    "accounts.services.issue_personal_links": "writes of people and their links, beside each other",
    "accounts.services.restore_personal_link": "writes of people and their links, beside each other",
    "accounts.services.take_over_blank_player": "writes of people and their links, beside each other",
    "accounts.sessions.existing": "how the database knows a session, beside how it is kept",
    "accounts.sessions.forget_ended_sessions": "writes of sessions, beside each other",
    "accounts.spare_accounts.drop_unproved_accounts": "accounts that nobody came to use, beside each other",
    "accounts.subscribing.renew": "writes of the phones of players, beside each other",
    "accounts.subscribing.subscribe": "writes of the phones of players, beside each other",
    "accounts.subscribing.unsubscribe": "writes of the phones of players, beside each other",
    "cardpool.games.shipped_cards": "the cards of a shipped game, beside its pack",
    "cardpool.intake.csv_text.cells_of": "one line of a CSV text, beside the reader of a whole one",
    "decks.api.rendering.render_version": "a saved list with its verdict, beside a verdict alone",
    "decks.api.serializers.DecklistVersionSerializer": "a saved list with its verdict, beside a verdict alone",
    "decks.superseded_drafts.draft_room": "counts the drafts that the module removes",
    "decks.views.exporting.version_sharing": "the ways out of a saved list, beside those of a typed one",
    "decks.views.saved.say_version": "a row of a table of decks in words, with the verdict that decks put into words",
}
"""Functions and classes with one app above as their only user, and why they stay where they are."""

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


def names_used_by_one_app(modules: Iterable[Module], configured: str = "") -> dict[str, str]:
    """The one app above, by dotted name, of the public functions and classes that neither their own app names nor
    `configured`, the source of the settings. The views of an API are named by its routes."""
    listed = list(modules)
    defined = {
        f"{module.name}.{node.name}"
        for module in listed
        if module.place and (module.place == "api" or module.place not in ENTRIES) and module.name not in STAYS
        for node in module.tree.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and not node.name.startswith("_")
    }
    users: dict[str, set[str]] = {}
    for module in listed:
        imported = {found.target for found in imports_of(module)}
        own = {f"{module.name}.{node.id}" for node in ast.walk(module.tree) if isinstance(node, ast.Name)}
        for name in (imported | own) & defined:
            users.setdefault(name, set()).add(module.app)
    return {
        name: next(iter(apps))
        for name, apps in users.items()
        if len(apps) == 1 and name.partition(".")[0] not in apps
        if not re.search(rf"{re.escape(name)}\b|{_imported(name)}", configured)
    }


def _imported(name: str) -> str:
    """What finds the statement that imports a name by itself or among others."""
    module, _, own = name.rpartition(".")
    return rf"from {re.escape(module)} import (?:[^()\n]*|\([^()]*)\b{own}\b"


def source_of_config(project: Path) -> str:
    return "\n".join(file.read_text(encoding="utf-8") for file in sorted((project / "config").rglob("*.py")))


def write(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def test_nothing_in_one_app_is_used_by_another_alone() -> None:
    found = used_by_one_app(modules_of(PROJECT), source_of_config(PROJECT))
    assert found.keys() - STAYS.keys() == set(), "move it to the app that uses it, or say here why it stays"
    assert STAYS.keys() - found.keys() == set(), "delete the line"


def test_no_function_in_one_app_is_used_by_another_alone() -> None:
    found = names_used_by_one_app(modules_of(PROJECT), source_of_config(PROJECT)).keys()
    assert found - NAMES_STAY.keys() == set(), "move it to the app that uses it, or say here why it stays"
    assert NAMES_STAY.keys() - found == set(), "delete the line"


def test_a_function_that_only_an_app_above_imports_is_found(tmp_path: Path) -> None:
    files = {
        "decks/layout.py": "def rows(): ...\ndef cells(): ...\ndef tables(): return lines()\ndef lines(): ...\n",
        "decks/views/page.py": "from decks.layout import tables\n",
        "tournaments/views/sheet.py": "from decks.layout import rows, lines, tables\n",
    }
    write(tmp_path, files)
    assert names_used_by_one_app(modules_of(tmp_path)) == {"decks.layout.rows": "tournaments"}


def test_a_module_that_only_an_app_above_imports_is_found(tmp_path: Path) -> None:
    files = {
        "decks/layout.py": "",
        "decks/shared.py": "",
        "decks/views/page.py": "from decks import shared\n",
        "decks/named.py": "",
        "tournaments/views/sheet.py": "from decks.layout import rows\nfrom decks import shared, named\n",
    }
    write(tmp_path, files)
    assert used_by_one_app(modules_of(tmp_path), 'MIDDLEWARE = ["decks.named.Middleware"]') == {
        "decks.layout": "tournaments"
    }
