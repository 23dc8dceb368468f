"""A whole event as one document: every row that belongs to it, for a file from which it can be restored.

Left out are staff, exports, searches and snapshots, committed seeds and the steps of receipts, and which account did
what: the names stand beside.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import Field, Model, QuerySet

from accounts.models import Player
from decks.models import Decklist, DecklistVersion
from tournaments.models import (
    Announcement,
    AssignedRound,
    Bye,
    CardRuling,
    DecidedPair,
    DeckCheck,
    Game,
    JoinRequest,
    JudgeCall,
    KeepApart,
    LogEntry,
    Match,
    MatchRevision,
    MissedRound,
    Origin,
    PairedField,
    Penalty,
    Pod,
    PodReport,
    PodRevision,
    PodSeat,
    Registration,
    ResultReport,
    Round,
    RoundRepair,
    TimeExtension,
    Tournament,
)
from tournaments.queries.cut_rounds import count_seeds, places_in_cut
from tournaments.queries.penalties import extensions_of

FORMAT = "dueldesk-event/1"
NOT_COPIED = ("code", "join_code", "created_by_id", "is_demo")
"""Columns of an event that a restored one does not take over."""


@dataclass(frozen=True)
class Table:
    """The rows of one kind. `later` are references that are set once all rows of all tables are there."""

    name: str
    model: type[Model]
    rows: Callable[[Tournament], QuerySet[Any]]
    left_out: tuple[str, ...] = ()
    later: tuple[str, ...] = ()

    @property
    def fields(self) -> list[Field[Any, Any]]:
        """The columns in the document; the first is the key."""
        return [one for one in self.model._meta.concrete_fields if one.attname not in self.left_out]


TABLES = (
    Table(
        "players",
        Player,
        lambda event: Player.objects.filter(registrations__tournament=event).distinct(),
        left_out=("user_id", "link_hash", "link_issuer_id", "claimed_by_known_link", "link_by_account"),
    ),
    Table(
        "decklists",
        Decklist,
        lambda event: Decklist.objects.filter(registration__tournament=event),
        later=("submitted_id", "submitted_at"),
    ),
    Table(
        "versions",
        DecklistVersion,
        lambda event: DecklistVersion.objects.filter(decklist__registration__tournament=event),
    ),
    Table(
        "registrations",
        Registration,
        lambda event: Registration.everybody.filter(tournament=event),
        later=("team_entry_id",),
    ),
    Table(
        "join_requests",
        JoinRequest,
        lambda event: JoinRequest.objects.filter(tournament=event),
        left_out=("player_id", "account_id", "key_hash", "link_before", "issuer_before_id"),
    ),
    Table("kept_apart", KeepApart, lambda event: KeepApart.objects.filter(tournament=event)),
    Table("decided", DecidedPair, lambda event: DecidedPair.objects.filter(tournament=event)),
    Table("assigned", AssignedRound, lambda event: AssignedRound.objects.filter(registration__tournament=event)),
    Table("rounds", Round, lambda event: Round.objects.filter(tournament=event)),
    Table(
        "matches",
        Match,
        lambda event: Match.everything.filter(round__tournament=event),
        later=("team_match_id", "board"),
    ),
    Table("games", Game, lambda event: Game.objects.filter(match__round__tournament=event)),
    Table("revisions", MatchRevision, lambda event: MatchRevision.objects.filter(match__round__tournament=event)),
    Table("pods", Pod, lambda event: Pod.objects.filter(round__tournament=event)),
    Table("pod_seats", PodSeat, lambda event: PodSeat.objects.filter(pod__round__tournament=event)),
    Table("pod_revisions", PodRevision, lambda event: PodRevision.objects.filter(pod__round__tournament=event)),
    Table("byes", Bye, lambda event: Bye.objects.filter(round__tournament=event)),
    Table("missed", MissedRound, lambda event: MissedRound.objects.filter(round__tournament=event)),
    Table("repairs", RoundRepair, lambda event: RoundRepair.objects.filter(round__tournament=event)),
    Table("fields", PairedField, lambda event: PairedField.objects.filter(round__tournament=event)),
    Table("checks", DeckCheck, lambda event: DeckCheck.objects.filter(tournament=event)),
    Table("penalties", Penalty, lambda event: Penalty.objects.filter(tournament=event)),
    Table("extensions", TimeExtension, extensions_of),
    Table("calls", JudgeCall, lambda event: JudgeCall.objects.filter(tournament=event)),
    Table("reports", ResultReport, lambda event: ResultReport.objects.filter(tournament=event)),
    Table("pod_reports", PodReport, lambda event: PodReport.objects.filter(tournament=event)),
    Table("rulings", CardRuling, lambda event: CardRuling.objects.filter(tournament=event), later=("replaces_id",)),
    Table(
        "announcements",
        Announcement,
        lambda event: Announcement.objects.filter(tournament=event),
        later=("replaces_id",),
    ),
    Table("origins", Origin, lambda event: Origin.objects.filter(tournament=event)),
    Table("log", LogEntry, lambda event: LogEntry.objects.filter(tournament=event)),
)
"""Every table, after those it refers to."""


def event_document(event: Tournament) -> dict[str, Any]:
    """The event as values that a JSON encoder of Django's writes; the caller's transaction reads one state."""
    fields = [one.attname for one in Tournament._meta.concrete_fields if one.attname not in NOT_COPIED]
    tables = {
        table.name: {
            "columns": [one.attname for one in table.fields],
            "rows": list(table.rows(event).order_by("pk").values_list(*(one.attname for one in table.fields))),
        }
        for table in TABLES
    }
    rulesets = {event.ruleset, *(one.ruleset for one in Decklist.objects.filter(registration__tournament=event))}
    return {
        "format": FORMAT,
        "code": event.code,
        "event": {name: getattr(event, name) for name in fields},
        "game": event.game.slug,
        "rulesets": {str(one.pk): {"version": one.version, "digest": one.digest} for one in rulesets},
        "tables": tables,
    }


def summary_of(document: dict[str, Any]) -> dict[str, Any]:
    """What a document holds, in a few numbers; `places` are those of a newest round of the top cut."""

    def column(table: str, name: str) -> list[Any]:
        found = document["tables"][table]
        place = found["columns"].index(name)
        return [row[place] for row in found["rows"]]

    numbers = column("rounds", "number")
    facts: dict[str, Any] = {"phase": document["event"]["phase"], "players": len(column("registrations", "id"))}
    if not numbers:
        return facts
    newest = max(range(len(numbers)), key=numbers.__getitem__)
    key = column("rounds", "id")[newest]
    rounds, ended = column("matches", "round_id"), column("matches", "is_complete")
    boards = column("matches", "board") if "board" in document["tables"]["matches"]["columns"] else [0] * len(rounds)
    over = [done for round, done, board in zip(rounds, ended, boards, strict=True) if round == key and not board]
    facts |= {"round": numbers[newest], "status": column("rounds", "status")[newest]}
    cut = [
        number for number, stage in zip(numbers, column("rounds", "stage"), strict=True) if stage == Round.Stage.TOP_CUT
    ]
    if numbers[newest] in cut:
        facts["places"] = places_in_cut(_seeds_in(document, column), cut)[numbers[newest]]
    return facts | {"done": sum(over), "total": len(over)}


def _seeds_in(document: dict[str, Any], column: Callable[[str, str], list[Any]]) -> list[int]:
    """How many began each top cut of the event in a document, which may be older than top cuts by division."""
    seeds, event = column("registrations", "seed"), document["event"]
    if event.get("cut_mode") != Tournament.CutMode.APART:
        return [sum(seed is not None for seed in seeds)]
    whole = Tournament(cut_mode=event["cut_mode"], divisions=event["divisions"])
    divisions = zip(column("registrations", "division"), seeds, strict=True)
    return count_seeds(whole, [division for division, seed in divisions if seed is not None])
