"""Making a new event from a snapshot: the same players, rounds and results under keys of their own."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError, transaction
from django.db.models import Field, JSONField, Model
from django.utils import timezone

from accounts.actor import Actor
from accounts.erased_names import ErasedNames
from accounts.models import Player, User
from accounts.refusals import Conflict, NotAllowed, Refusal
from accounts.typed_text import one_line
from accounts.visible_names import visible_line
from cardpool.models import CardGame, Ruleset
from decks.services import erase_owner
from jobs.services.leases import ask_job
from tournaments import permissions
from tournaments.models import Origin, Registration, Restoration, Snapshot, StaffMember, Tournament
from tournaments.queries.division_places import newest_apart
from tournaments.queries.event_file import NOT_COPIED, TABLES, Table
from tournaments.services.entries.link_issuers import account_stays_out, issuer_stays_out
from tournaments.services.erased_rows import Person, erase_entry, erase_names, names_of
from tournaments.services.finish import give_final_places
from tournaments.services.log import write_log
from tournaments.services.pairing_steps import commit_next
from tournaments.services.snapshots.keys import COLUMNS
from tournaments.services.snapshots.older_files import EMPTY, NEWER, NEWER_COLUMNS
from tournaments.services.snapshots.reading import UPLOADED_FILE, read_file
from tournaments.services.snapshots.taking import path_of

RESTORE = "tournaments.restore_snapshot"
"""The kind of job that makes an event from a snapshot."""
ROWS_AT_ONCE = 500
MAX_NAME_LENGTH = 120
SHOWN_FOR = 3_600
UPLOAD_KEPT_FOR = timedelta(hours=24)
"""How long an uploaded file stays after its restoration was given up, to be tried again."""
NOT_AS_WRITTEN = (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError)
"""What reading a document raises that is not what a snapshot writes."""
State = Restoration.State
OPEN = (State.QUEUED, State.RUNNING)


@transaction.atomic
def ask_restoration(*, actor: Actor, snapshot_id: int, name: str) -> Restoration:
    """Have a new event made from a snapshot, owned by the actor alone; the old event stays as it is.

    Raises Refusal `no_such_snapshot`, `hidden_character`, `name_required`, NotAllowed `may_not_create`, Conflict
    `restoration_under_way`.
    """
    snapshot = Snapshot.objects.select_related("tournament").filter(pk=snapshot_id, state=Snapshot.State.READY).first()
    if snapshot is None:
        raise Refusal("no_such_snapshot")
    origin = Tournament.objects.select_for_update(of=("self",)).get(pk=snapshot.tournament_id)
    permissions.require(actor, permissions.Action.RESTORE_SNAPSHOTS, origin)
    if actor.user is None or not actor.user.can_create_tournaments:
        raise NotAllowed("may_not_create")
    if origin.restorations.filter(state__in=OPEN).exists():
        raise Conflict("restoration_under_way")
    tidy = visible_line(name, required=False)[:MAX_NAME_LENGTH]
    asked = Restoration.objects.create(origin=origin, snapshot=snapshot, name=tidy, asked_by_user=actor.user)
    ask_job(kind=RESTORE, subject=asked.pk)
    return asked


def run_restoration(restoration_id: int) -> None:
    """Make the event, all of it or nothing; a restoration that is over is left as it is.

    Two workers may be at it at once, where one has lost its lease: the one that ends first makes the event.
    """
    asked = Restoration.objects.select_related("snapshot", "asked_by_user").filter(pk=restoration_id).first()
    if asked is None:
        return
    under_way = Restoration.objects.filter(pk=asked.pk, state__in=OPEN)
    if under_way.update(state=State.RUNNING):
        try:
            document = _document_of(asked)
            with transaction.atomic():
                event = restore(document, owner=asked.asked_by_user, name=asked.name, report=_Report(asked.pk))
                if not under_way.update(state=State.DONE, tournament=event, finished_at=timezone.now()):
                    transaction.set_rollback(True)
        except Refusal as refusal:
            problems = [{"code": one.code, "facts": dict(one.facts)} for one in refusal.problems]
            under_way.update(state=State.FAILED, problems=problems, finished_at=timezone.now())
    _forget_upload(asked)  # Also where a worker was stopped before it had.


def _document_of(asked: Restoration) -> dict[str, Any]:
    if asked.file:
        return read_file(uploaded_path(asked.file), limits=UPLOADED_FILE)
    if asked.snapshot is None:
        raise Refusal("snapshot_missing")
    return read_file(path_of(asked.snapshot), digest=asked.snapshot.digest)


def uploaded_path(file: str) -> Path:
    """Where an uploaded file is until its restoration is over."""
    return Path(settings.SNAPSHOTS_ROOT) / file


def _forget_upload(asked: Restoration) -> None:
    """An uploaded file contains names and birth years: it is not needed any more."""
    if asked.file:
        uploaded_path(asked.file).unlink(missing_ok=True)


def fail_restoration(restoration_id: int, reason: str) -> None:
    """Mark a restoration that was given up with the reason, a code of `jobs.troubles`. An uploaded file stays for a
    while (`UPLOAD_KEPT_FOR`): nothing was found to be wrong with it."""
    waiting = Restoration.objects.filter(pk=restoration_id, state__in=OPEN)
    waiting.update(state=State.FAILED, error=reason, finished_at=timezone.now())


def forget_old_uploads() -> None:
    """Remove the uploaded files that nobody tried again, the newest hundred of them at most."""
    given_up = Restoration.objects.filter(state=State.FAILED, finished_at__lt=timezone.now() - UPLOAD_KEPT_FOR)
    for old in given_up.exclude(error="").exclude(file="").order_by("-pk")[:100]:
        _forget_upload(old)


def percent_done(restoration_id: int) -> int:
    """How far a running restoration is; it writes in one transaction, which shows nothing before its end."""
    return int(cache.get(_key(restoration_id)) or 0)


def _key(restoration_id: int) -> str:
    return f"restoration:{restoration_id}"


class _Report:
    """Tells how many of the rows are there."""

    def __init__(self, restoration_id: int | None = None) -> None:
        self.restoration_id = restoration_id
        self.done = 0

    def __call__(self, rows: int, total: int) -> None:
        self.done += rows
        if self.restoration_id is not None and total:
            cache.set(_key(self.restoration_id), min(99, 100 * self.done // total), SHOWN_FOR)


@transaction.atomic
def restore(document: dict[str, Any], *, owner: User, name: str, report: _Report | None = None) -> Tournament:
    """The event of a document as a new one: the owner its only staff, players tied to those who still are on the site.

    Without a name it has the one it had.
    Raises Refusal `snapshot_game` or `snapshot_ruleset` where the site lacks what decks are judged by,
    `snapshot_damaged` where the document does not hold together.
    """
    report = report or _Report()
    try:
        making = _Making(document, report)
        return making.event_of(owner, one_line(name or document["event"]["name"])[:MAX_NAME_LENGTH])
    except (*NOT_AS_WRITTEN, ValidationError, DataError, IntegrityError) as error:
        raise Refusal("snapshot_damaged", reason=type(error).__name__) from error


class _Making:
    """One event in the making: the document, and the new keys so far."""

    def __init__(self, document: dict[str, Any], report: _Report) -> None:
        self.document, self.report = document, report
        self.tables = {table.name: table for table in TABLES}
        self.total = sum(len(found["rows"]) for found in document["tables"].values())
        self.keys: dict[str, dict[int, int]] = {}
        self.game = self._game()
        self.rulesets = self._rulesets()

    def _game(self) -> CardGame:
        game = CardGame.objects.filter(slug=self.document["game"]).first()
        if game is None:
            raise Refusal("snapshot_game", game=self.document["game"])
        return game

    def _rulesets(self) -> dict[int, int]:
        found = {}
        for old, facts in self.document["rulesets"].items():
            known = Ruleset.objects.filter(game=self.game, digest=facts["digest"]).order_by("pk").first()
            if known is None:
                raise Refusal("snapshot_ruleset", version=facts["version"])
            found[int(old)] = known.pk
        return found

    def event_of(self, owner: User, name: str) -> Tournament:
        self.event = self._tournament(owner, name)
        StaffMember.objects.create(tournament=self.event, user=owner, role=StaffMember.Role.OWNER)
        for table in TABLES:
            self._players(table) if table.model is Player else self._rows(table)
        for table in TABLES:
            self._set_later(table)
        self._forget_erased()
        self._place_in_divisions()
        taken = self.document["taken_at"]
        self._note_origin(taken)
        write_log(self.event, Actor(user=owner), "tournament_restored", code=self.document["code"], taken_at=taken)
        commit_next(self.event)
        return self.event

    def _place_in_divisions(self) -> None:
        """A file can be of before places were those in the division: it has places among all."""
        if self.event.phase == Tournament.Phase.FINISHED and newest_apart(self.event):
            give_final_places(self.event)

    def _note_origin(self, taken: str) -> None:
        """What the matches and pods of the event in the document are here: slips printed for them go on working."""
        code = str(self.document["code"])
        known = {
            table: {str(old): new for old, new in self.keys[table].items()}  # Keys of JSON are texts.
            for table in ("matches", "pods")
        }
        Origin.objects.filter(tournament=self.event, code=code).delete()
        Origin.objects.create(tournament=self.event, code=code, taken_at=datetime.fromisoformat(taken), **known)

    def _forget_erased(self) -> None:
        """A file from before a player's data was erased brings no name back. An erasure that comes now waits."""
        kept = Player.objects.select_for_update(of=("self",), no_key=True).order_by("pk")
        list(kept.filter(pk__in=self.keys["players"].values()).values_list("pk"))
        entries = Registration.everybody.filter(tournament=self.event, player__erased_at__isnull=False)
        for entry in entries.select_related("player", "team_entry__player"):
            names = ErasedNames.of(names_of(entry.player, [entry]), f"#{entry.number}")
            erase_names(self.event, Person(frozenset({entry.pk}), names, None))
            erase_owner(owner=entry.player, names=names, account=None)
            erase_entry(entry, names)

    def _tournament(self, owner: User, name: str) -> Tournament:
        values = {}
        for field in Tournament._meta.concrete_fields:
            if field.primary_key or field.attname in NOT_COPIED:
                continue
            if ("event", field.attname) not in NEWER_COLUMNS or field.attname in self.document["event"]:
                values[field.attname] = field.to_python(self.document["event"][field.attname])
        values |= {"game_id": self.game.pk, "ruleset_id": self.rulesets[self.document["event"]["ruleset_id"]]}
        event = Tournament(**(values | {"name": name, "created_by": owner}))
        event.save()
        return event

    def _columns(self, table: Table) -> tuple[list[str], list[list[Any]]]:
        """The rows of a table; none where the file is older than the table (`NEWER`)."""
        tables = self.document["tables"]
        found = tables[table.name] if table.name not in NEWER else tables.get(table.name, EMPTY)
        return found["columns"], found["rows"]

    def _players(self, table: Table) -> None:
        """Players who are still on the site stay the same; others come back without an account and a link.

        So do those whose link, or account, somebody without rights in the new event may have: in the old event, which
        may be under way, their link stays.
        """
        columns, rows = self._columns(table)
        made = [dict(zip(columns, row, strict=True)) for row in rows]
        found = Player.objects.select_related("link_issuer").in_bulk([row["id"] for row in made])
        known = {key: player for key, player in found.items() if not self._stays_out(player)}
        gone = [row for row in made if not _is_same(known.get(row["id"]), row)]
        self.keys[table.name] = {key: key for key in known}
        self.keys[table.name] |= self._insert(table, gone)
        self.report(len(made), self.total)

    def _stays_out(self, player: Player) -> bool:
        return issuer_stays_out(player, self.event) or account_stays_out(player, self.event)

    def _rows(self, table: Table) -> None:
        columns, rows = self._columns(table)
        self.keys[table.name] = {}
        for first in range(0, len(rows), ROWS_AT_ONCE):
            some = [dict(zip(columns, row, strict=True)) for row in rows[first : first + ROWS_AT_ONCE]]
            self.keys[table.name] |= self._insert(table, some)
            self.report(len(some), self.total)

    def _insert(self, table: Table, rows: list[dict[str, Any]]) -> dict[int, int]:
        """Write rows with the times they had, which saving would replace; the new key of each."""
        if not rows:
            return {}
        fields = [one for one in table.model._meta.concrete_fields if not one.primary_key]
        made = [table.model(**{one.attname: self._value(table, one, row) for one in fields}) for row in rows]
        manager: Any = table.model._base_manager
        returned = manager._insert(
            made, fields=fields, returning_fields=[table.model._meta.pk], using=manager.db, raw=True
        )
        return {row["id"]: key for row, (key,) in zip(rows, returned, strict=True)}

    def _value(self, table: Table, field: Field[Any, Any], row: dict[str, Any]) -> Any:
        if field.attname in (*table.later, *table.left_out):
            return field.get_default()
        if (table.name, field.attname) in NEWER_COLUMNS and field.attname not in row:
            return field.get_default()
        value = row[field.attname]
        if value is None or isinstance(field, JSONField):
            return value
        if field.is_relation:
            return self._reference(field.related_model, value)
        return field.to_python(value)

    def _reference(self, model: Any, key: int) -> int | None:
        if model is Tournament:
            return self.event.pk
        if model is User:
            return None
        if model is Ruleset:
            return self.rulesets[key]
        return self.keys[_TABLE_OF[model]][key]

    def _set_later(self, table: Table) -> None:
        """References to rows that were not there yet, and the keys inside JSON columns."""
        columns, rows = self._columns(table)
        inside = [name for name in columns if (table.name, name) in COLUMNS]
        later = [name for name in table.later if name in columns or (table.name, name) not in NEWER_COLUMNS]
        changed = [*later, *inside]
        if not changed:
            return
        new = []
        for row in rows:
            values = dict(zip(columns, row, strict=True))
            one = table.model(pk=self.keys[table.name][values["id"]])
            for name in later:
                field: Any = table.model._meta.get_field(name.removesuffix("_id"))
                value = values[name]
                if value is not None:
                    value = self._reference(field.related_model, value) if field.is_relation else field.to_python(value)
                setattr(one, name, value)
            for name in inside:
                setattr(one, name, COLUMNS[table.name, name](values[name], self.keys))
            new.append(one)
        names = [name.removesuffix("_id") for name in changed]
        table.model._base_manager.bulk_update(new, names, batch_size=ROWS_AT_ONCE)


_TABLE_OF: dict[type[Model], str] = {table.model: table.name for table in TABLES}


def _is_same(known: Player | None, row: dict[str, Any]) -> bool:
    """Whether the player of this key is the one of the file, and not somebody of another database."""
    return known is not None and known.created_at == datetime.fromisoformat(row["created_at"])
