"""Taking a person's names out of everything an event keeps: the entry itself, and what others wrote about it."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.admin.models import LogEntry as AdminLine
from django.db.models import CharField, Field, JSONField, Model, Q, QuerySet, TextField
from django.db.models.functions import Cast

from accounts.erased_names import ErasedNames, plain
from accounts.models import Notice, Player
from decks.models import Decklist, DecklistVersion
from tournaments.models import (
    JoinRequest,
    LogEntry,
    PairedField,
    PairingSearch,
    Registration,
    SeasonEvent,
    SeasonLogEntry,
    StaffMember,
    Tournament,
)
from tournaments.queries.event_file import TABLES
from tournaments.services.erased_requests import forget_requests

OF_OTHERS = ("name", "public_name", "team")
"""Columns of an entry that are its own person's."""
CODES = frozenset({"verb", "key", "batch", "method", "ending", "infraction", "number", "division", "part", "outcome"})
"""Columns that hold a word of the program, never a name."""
NOT_REWRITTEN = (Player, Decklist, DecklistVersion, PairedField)
"""Rows that belong to one person, of whom the erased player's are erased as a whole; and the fields of pairings, which
have players as numbers and are what a receipt is verified by."""
ACCOUNT_OF = {"actor": "user", "judge": "judge_user"}
"""Where the account stands beside a label that is not `…_by`."""


@dataclass(frozen=True)
class Person:
    """Whose names are erased in one event: the entries there, all names, and the account they had."""

    entries: frozenset[int]
    names: ErasedNames
    account: int | None


def erase_entry(registration: Registration, names: ErasedNames) -> None:
    """Leave of an entry its number, its results and what follows from them; its row is locked.

    A team of two keeps its name without that of the member. Requests to join that led to the entry, or were asked about
    it, go; not those from which the desk entered somebody else of the name.
    """
    registration.name = f"#{registration.number}"
    registration.public_name = registration.team = registration.status_reason = registration.registered_by = ""
    registration.membership_id = ""
    registration.number_in_name = registration.number_in_public_name = False
    registration.is_anonymous = True
    registration.save()
    about = JoinRequest.objects.filter(Q(entry=registration, made=None) | Q(made=registration))
    forget_requests(about, names=names.names, label=names.label)
    team = registration.team_entry
    if team is not None:
        team.name, team.public_name = names.in_text(team.name), names.in_text(team.public_name)
        team.save(update_fields=["name", "public_name"])
        Player.objects.filter(pk=team.player_id).update(name=names.in_text(team.player.name))


def names_of(player: Player, entries: Sequence[Registration]) -> set[str]:
    """Every name the player had: as entered, public, and those that were corrected later."""
    names = {player.name, *(name for entry in entries for name in (entry.name, entry.public_name))}
    edits = LogEntry.objects.filter(verb="entry_edited", facts__entry__in=[entry.pk for entry in entries])
    for facts in edits.values_list("facts", flat=True):
        names.add(facts.get("old_name", ""))
        for side in (facts.get("before", {}), facts.get("after", {})):
            names |= {side.get("name") or "", side.get("public_name") or ""}
    return {name for name in names if name}


def erase_names(event: Tournament, person: Person) -> None:
    """Rewrite every row of the event, its seasons and its notices that holds one of the names.

    Rows about another entry of the same name stay, and the label of another account that goes by it. Call it before
    the entries lose their names; the caller has locked the event.
    """
    others = Registration.everybody.filter(tournament=event).exclude(pk__in=person.entries)
    others = others.exclude(kind=Registration.Kind.TEAM)
    known = {plain(name) for name in person.names.names}
    namesakes = frozenset(
        pk
        for pk, *names in others.values_list("pk", "name", "public_name")
        if known & {plain(name) for name in names if name}
    )
    is_staff = StaffMember.objects.filter(tournament=event, user=person.account).exists()
    rewriting = _Rewriting(person, namesakes, keeps_account=is_staff)
    for table in TABLES:
        if table.model not in NOT_REWRITTEN:
            rewriting.rewrite(table.rows(event))
    rewriting.rewrite(PairingSearch.objects.filter(tournament=event))
    rewriting.rewrite(SeasonEvent.objects.filter(season__season_events__tournament=event))
    rewriting.rewrite(SeasonLogEntry.objects.filter(season__season_events__tournament=event))
    about = Q(path__contains=f"/{event.code}/") | Q(facts__event=event.name) | Q(facts__tournament=event.pk)
    rewriting.rewrite(Notice.objects.filter(about))


def erase_in_admin_log(names: ErasedNames) -> None:
    """Take the names out of what the admin says that support staff changed."""
    fields = [AdminLine._meta.get_field(name) for name in ("object_repr", "change_message")]
    for line in _mentioning(AdminLine.objects.all(), fields, names):
        line.object_repr = names.in_text(line.object_repr)
        line.change_message = names.in_text(line.change_message)
        line.save(update_fields=["object_repr", "change_message"])


@dataclass(frozen=True)
class _Rewriting:
    person: Person
    namesakes: Collection[int]
    keeps_account: bool
    """Whether the account works at the event: what it does there stays under its name, but for what is about its own
    entry."""

    def rewrite(self, rows: QuerySet[Any]) -> None:
        """Rewrite those of the rows that hold a name, or that the account left."""
        fields = _texts_of(rows.model)
        if not fields:
            return
        accounts = [name for name in map(_account_field, fields) if name and _has(rows.model, name)]
        changed = []
        for row in _mentioning(rows, fields, self.person.names, self._by_account(accounts)):
            if not self._is_namesakes(row) and self._rewrite(row, fields):
                changed.append(row)
        names = [field.name for field in fields] + accounts
        rows.model._base_manager.bulk_update(changed, names, batch_size=500)

    def _by_account(self, accounts: Iterable[str]) -> Q:
        found = Q(pk__in=[])
        if self.person.account is not None:
            for name in accounts:
                found |= Q(**{name: self.person.account})
        return found

    def _is_namesakes(self, row: Model) -> bool:
        if isinstance(row, Registration):
            return False  # Its own names are not looked at.
        return _entry_of(row) in self.namesakes

    def _rewrite(self, row: Any, fields: Iterable[Field[Any, Any]]) -> bool:
        """Take the names out of a row; whether anything changed."""
        is_changed = False
        for field in fields:
            value = getattr(row, field.name)
            account = _account_field(field)
            by = getattr(row, f"{account}_id", None) if account else None
            if by is not None:
                if by != self.person.account or (self.keeps_account and _entry_of(row) not in self.person.entries):
                    continue
                setattr(row, account, None)
                new: Any = self.person.names.label
            else:
                new = self.person.names.in_facts(value)
            if new != value or by is not None:
                limit = getattr(field, "max_length", None)
                setattr(row, field.name, new[:limit] if isinstance(new, str) and limit else new)
                is_changed = True
        return is_changed


def _texts_of(model: type[Model]) -> list[Field[Any, Any]]:
    """The columns of a table in which somebody may have written a name."""
    left = CODES | set(OF_OTHERS) if model is Registration else CODES
    return [
        field
        for field in model._meta.concrete_fields
        if isinstance(field, (CharField, TextField, JSONField)) and not field.choices and field.name not in left
    ]


def _has(model: type[Model], name: str) -> bool:
    return any(field.name == name for field in model._meta.concrete_fields)


def _account_field(field: Field[Any, Any]) -> str:
    """The column with the account of whose label this column is; empty for other texts."""
    if field.name.endswith("_by"):
        return f"{field.name}_user"
    return ACCOUNT_OF.get(field.name, "")


def _entry_of(row: Any) -> int | None:
    """The entry that a row is about, where it says so."""
    if isinstance(row, LogEntry):
        entry = row.facts.get("entry")
        return entry if isinstance(entry, int) else None
    if isinstance(row, JoinRequest):
        return row.made_id or row.entry_id
    return getattr(row, "registration_id", None)


def _mentioning(rows: QuerySet[Any], fields: Sequence[Any], names: ErasedNames, also: Q | None = None) -> list[Any]:
    """The rows in one of whose columns one of the names stands, and those that are meant besides."""
    found = also if also is not None else Q(pk__in=[])
    plain_texts = {
        f"{field.name}_as_text": Cast(field.name, TextField()) for field in fields if isinstance(field, JSONField)
    }
    for field in fields:
        is_json = isinstance(field, JSONField)
        column = f"{field.name}_as_text" if is_json else field.name
        for name in names.names:
            written = json.dumps(name, ensure_ascii=False)[1:-1] if is_json else name
            found |= Q(**{f"{column}__icontains": written})
    return list(rows.alias(**plain_texts).filter(found))
