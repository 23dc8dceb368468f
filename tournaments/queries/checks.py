"""Deck checks: what a judge counts, how it compares with the registered list, and which tables can be drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from decks.judging import JudgingBook, book_of
from decks.models import DecklistVersion
from tournaments.models import DeckCheck, LogEntry, Match, Pod, Registration, Round, TimeExtension, Tournament
from tournaments.play.deck_check import CheckMode, Comparison, Copies, Laid, compare_deck
from tournaments.play.extra_time import minutes_owed
from tournaments.play.table_draw import RoundTable
from tournaments.queries.calls import calls_by_match, calls_by_pod
from tournaments.queries.check_counts import CheckRow, CheckSection, CheckView
from tournaments.queries.rounds import newest_round
from tournaments.queries.teams import members_by_team

Outcome = DeckCheck.Outcome
FINISHED = (Outcome.CLEAN, Outcome.FINDINGS)
"""Outcomes of a check that was carried through."""
GONE = (Registration.Status.DISQUALIFIED, Registration.Status.NO_SHOW)
"""Statuses of entrants who are not at the table any more; after a drop the round is still played."""


def list_to_check(registration: Registration) -> DecklistVersion | None:
    """The registered list a deck is compared with: the submitted version; None where nothing was submitted."""
    return registration.decklist.submitted if registration.decklist is not None else None


def find_check(tournament: Tournament, check_id: int) -> DeckCheck | None:
    """The tournament's deck check of this id, with everything its page reads."""
    return checks_of(tournament).filter(pk=check_id).first()


def checks_of(tournament: Tournament) -> QuerySet[DeckCheck]:
    """Every deck check of the event, the newest first."""
    return (
        DeckCheck.objects.filter(tournament=tournament)
        .select_related(
            "tournament", "registration__player", "round", "match__round", "match__player1", "match__player2"
        )
        .select_related("pod__round")
        .select_related("version__decklist__ruleset__game", "judge_user")
        .prefetch_related("time_extensions", "penalties")
    )


def view_check(check: DeckCheck) -> CheckView:
    """The check with its rows: the list's cards in its order, then the cards that are not on it."""
    book = book_of(check.version.decklist.ruleset)
    listed = _rows_of(check.version.cards)
    counted = _rows_of(check.counted)
    sections = []
    for key in book.ruleset.sections:
        rows = [
            CheckRow(key, card, number, name, count, counted.get((section, card), ("", "", 0))[2])
            for (section, card), (number, name, count) in listed.items()
            if section == key
        ]
        rows += [
            CheckRow(key, card, number, name, 0, count)
            for (section, card), (number, name, count) in counted.items()
            if section == key and (section, card) not in listed and count
        ]
        if rows:
            sections.append(CheckSection(key, tuple(rows), key in check.left_out))
    return CheckView(check, book, tuple(sections), compare_check(check, book))


def compare_check(check: DeckCheck, book: JudgingBook | None = None) -> Comparison:
    """The counted deck against its registered list, as the check's mode and the game's rules ask."""
    rules = (book or book_of(check.version.decklist.ruleset)).ruleset
    return compare_deck(
        laid_out(check.version.cards),
        laid_out(check.counted),
        mode=CheckMode(check.mode),
        sections=rules.sections,
        exchange=rules.exchange,
        left_out=check.left_out,
    )


def laid_out(cards: Iterable[Mapping[str, Any]]) -> Laid:
    """Stored cards as the comparison reads them: copies by section and key."""
    laid: dict[str, Counter[str]] = {}
    for card in cards:
        laid.setdefault(card["section"], Counter())[card["key"]] += card["count"]
    return laid


def named_cards(check: DeckCheck) -> dict[str, tuple[str, str]]:
    """Number and name of every card on the list or on the table, by key."""
    rows = [*check.counted, *check.version.cards]
    return {card["key"]: (card["number"], card["name"]) for card in rows}


def comparison_facts(found: Comparison, cards: Mapping[str, tuple[str, str]]) -> dict[str, Any]:
    """A comparison as plain JSON: every card as `{"number", "name"}` with its count and sections."""

    def card(key: str) -> dict[str, str]:
        number, name = cards.get(key, (key, ""))
        return {"number": number, "name": name}

    def copies(rows: Iterable[Copies]) -> list[dict[str, Any]]:
        return [{"section": row.section, "count": row.count, **card(row.key)} for row in rows]

    def moved(rows: Iterable[Any]) -> list[dict[str, Any]]:
        return [{"from": row.registered_in, "to": row.lies_in, "count": row.count, **card(row.key)} for row in rows]

    return {
        "compared_as": str(found.mode),
        "clause": found.clause,
        "clean": found.clean,
        "sizes_fit": found.sizes_fit,
        "missing": copies(found.missing),
        "extra": copies(found.extra),
        "wrong": [
            {"section": row.section, "count": row.count, "expected": card(row.expected), "found": card(row.found)}
            for row in found.wrong
        ],
        "misplaced": moved(found.misplaced),
        "sizes": [
            {"section": row.section, "registered": row.registered, "counted": row.counted} for row in found.sizes
        ],
        "exchanged": moved(found.exchanged),
        "unsettled": copies(found.unsettled),
        "left_out": list(found.left_out),
    }


def _rows_of(cards: Iterable[Mapping[str, Any]]) -> dict[tuple[str, str], tuple[str, str, int]]:
    """Number, name and copies by section and key; printings that count as one card add up."""
    rows: dict[tuple[str, str], tuple[str, str, int]] = {}
    for card in cards:
        place = (card["section"], card["key"])
        number, name, count = rows.get(place, (card["number"], card["name"], 0))
        rows[place] = (number, name, count + card["count"])
    return rows


# --- tables and players -----------------------------------------------------------------------------------------------


def match_under_way(registration: Registration) -> Match | None:
    """The entrant's match in the round that is running, finished or not; None without one."""
    entrant = registration.team_entry_id or registration.pk
    seated = Q(player1=entrant) | Q(player2=entrant)
    matches = Match.objects.filter(seated, round__tournament=registration.tournament_id)
    return matches.filter(round__status=Round.Status.PUBLISHED).select_related("round").first()


def pod_under_way(registration: Registration) -> Pod | None:
    """The entrant's pod in the round that is running, finished or not; None without one."""
    pods = Pod.objects.filter(seats__registration=registration, round__tournament=registration.tournament_id)
    return pods.filter(round__status=Round.Status.PUBLISHED).select_related("round").first()


def seated_under_way(registration: Registration) -> Match | Pod | None:
    """The entrant's match or pod in the round that is running, finished or not; None without one."""
    if registration.tournament.is_in_pods:
        return pod_under_way(registration)
    return match_under_way(registration)


def seated_at(round: Round, key: int) -> Match | Pod:
    """The match of a round with this key; in an event in pods the pod."""
    if round.tournament.is_in_pods:
        return round.pods.select_related("round").get(pk=key)
    return round.matches.select_related("round", "player1", "player2").get(pk=key)


def fitting_mode(seated: Match | Pod | None) -> DeckCheck.Mode:
    """Between games once a game of a running match is on the slip, else at the start."""
    begun = isinstance(seated, Match) and not seated.is_complete and seated.games.exists()
    return DeckCheck.Mode.BETWEEN_GAMES if begun else DeckCheck.Mode.START_OF_MATCH


def finished_checks(tournament: Tournament) -> Counter[int]:
    """How many deck checks of each entry were carried through."""
    rows = DeckCheck.objects.filter(tournament=tournament, outcome__in=FINISHED)
    return Counter(rows.values_list("registration_id", flat=True))


def running_round(tournament: Tournament) -> Round | None:
    """The published round under way."""
    newest = newest_round(tournament)
    return newest if newest is not None and newest.status == Round.Status.PUBLISHED else None


def round_tables(round: Round) -> list[RoundTable]:
    """The round's tables as the lot sees them, in a fixed number of queries."""
    if round.tournament.is_in_pods:
        return _pod_tables(round)
    had = finished_checks(round.tournament)
    made = DeckCheck.objects.filter(round=round).exclude(outcome=Outcome.ABANDONED)
    checked = set(made.values_list("match_id", flat=True))
    extended = set(TimeExtension.objects.filter(match__round=round, withdrawn_at=None).values_list("match", flat=True))
    called = calls_by_match(round)
    draws = LogEntry.objects.filter(tournament=round.tournament_id, verb="check_table_drawn")
    drawn = set(draws.values_list("facts__match", flat=True))
    matches = Match.objects.filter(round=round).select_related("player1__decklist", "player2__decklist")
    members = members_by_team(round.tournament, decks=True)
    return [
        RoundTable(
            match=match.pk,
            checks=(
                _least_checks(members.get(match.player1_id, [match.player1]), had),
                _least_checks(members.get(match.player2_id, [match.player2]), had),
            ),
            done=match.is_complete or not {match.player1.status, match.player2.status}.isdisjoint(GONE),
            checked=match.pk in checked,
            extended=match.pk in extended,
            called=match.pk in called,
            drawn=match.pk in drawn,
        )
        for match in matches
    ]


def _pod_tables(round: Round) -> list[RoundTable]:
    """The same for a round in pods; a pod plays on without a player who has left it."""
    had = finished_checks(round.tournament)
    made = DeckCheck.objects.filter(round=round).exclude(outcome=Outcome.ABANDONED)
    checked = set(made.values_list("pod_id", flat=True))
    extended = set(TimeExtension.objects.filter(pod__round=round, withdrawn_at=None).values_list("pod", flat=True))
    called = calls_by_pod(round)
    draws = LogEntry.objects.filter(tournament=round.tournament_id, verb="check_table_drawn")
    drawn = set(draws.values_list("facts__pod", flat=True))
    tables = []
    for pod in round.pods.prefetch_related("seats__registration__decklist"):
        players = [seat.registration for seat in sorted(pod.seats.all(), key=lambda one: one.seat)]
        tables.append(
            RoundTable(
                match=pod.pk,
                checks=tuple(_least_checks([] if one.status in GONE else [one], had) for one in players),
                done=pod.is_complete,
                checked=pod.pk in checked,
                extended=pod.pk in extended,
                called=pod.pk in called,
                drawn=pod.pk in drawn,
            )
        )
    return tables


def _least_checks(people: Iterable[Registration], had: Counter[int]) -> int | None:
    """The fewest checks of those at one side of a table who have a list to check; None where nobody has."""
    listed = [one for one in people if one.decklist is not None and one.decklist.submitted_id is not None]
    return min((had[one.pk] for one in listed), default=None)


def minutes_due(check: DeckCheck) -> int:
    """Minutes the table of a check is still owed for the checks made at it, one under way as if it ended now.

    0 for a check at no table or of a match that is over.
    """
    seated = check.seated
    if seated is None or seated.is_complete:
        return 0
    counting = seated.deck_checks.filter(outcome__in=FINISHED)
    now = int(timezone.now().timestamp())
    spans = [
        (int(one.started_at.timestamp()), int(one.ended_at.timestamp()) if one.ended_at else now)
        for one in [*counting, *([check] if check.outcome == Outcome.OPEN else [])]
    ]
    given = seated.time_extensions.filter(deck_check__isnull=False, withdrawn_at=None)
    return minutes_owed(spans, given=sum(given.values_list("minutes", flat=True)))
