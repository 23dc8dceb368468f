"""What one player did: events with places and records, matches, opponents met, decks, seasons. For the player alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from django.db.models import Count, Q, QuerySet

from accounts.models import Player
from decks.models import Decklist, DecklistVersion
from tournaments.models import Bye, Match, MissedRound, Registration, Round, Season, Tournament
from tournaments.play.records import Seat
from tournaments.queries.cut_rounds import cut_places
from tournaments.queries.decks import is_locked
from tournaments.queries.division_places import own_division, places_apart
from tournaments.queries.divisions import division_names
from tournaments.queries.match_tallies import Tally, matches_and_byes
from tournaments.queries.origins import repeated_among
from tournaments.queries.pods import pod_of
from tournaments.queries.rounds import match_row
from tournaments.queries.season_names import FACTS, SeasonEntry, shown_names
from tournaments.queries.seasons import board_of, season_mark
from tournaments.queries.standings import StandingRow
from tournaments.queries.tables import kept_standings
from tournaments.queries.teams import paired_as
from tournaments.queries.versions import table_mark_of
from tournaments.seasons.leaderboard import Line

MAX_SEASONS = 8
"""Seasons that are listed, the newest: each may have to be worked out."""
MAX_EVENTS_TO_ENTER = 8
"""Events named as places where a list can be played again; each of the player's own is judged."""

Status = Registration.Status
Phase = Tournament.Phase


@dataclass(frozen=True)
class EventPlayed:
    """An entry of the player with what came of it: the final `place` of `players` who have one.

    Where places are those in the division (`places_apart`) there is none in the whole event (0); in an event with
    divisions `division` names the player's, with the place in it and how many have one.
    """

    entry: Registration
    tally: Tally
    place: int = 0
    players: int = 0
    division: str = ""
    division_place: int = 0
    division_players: int = 0

    @property
    def tournament(self) -> Tournament:
        return self.entry.tournament


@dataclass(frozen=True)
class OpponentMet:
    """Somebody the player met, by the name that everybody reads, and how those matches went for the player."""

    key: int
    name: str
    tally: Tally


@dataclass(frozen=True)
class SeasonPlayed:
    """A published season the player has a line in; `of` lines there are."""

    season: Season
    person: int
    line: Line
    of: int


@dataclass(frozen=True)
class PlayerRecord:
    """All matches of a player in completed rounds."""

    by_entry: dict[int, Tally]
    opponents: tuple[OpponentMet, ...]

    @cached_property
    def total(self) -> Tally:
        return sum(self.by_entry.values(), Tally())


def entries_played(player: Player) -> QuerySet[Registration]:
    """The player's entries, the newest event first; those withdrawn before the start, and of events that were
    cancelled, are left out."""
    entries = Registration.people.filter(player=player).exclude(status__in=[Status.WITHDRAWN, Status.WAITLISTED])
    entries = entries.exclude(tournament__phase=Phase.CANCELLED)
    entries = entries.select_related("player", "tournament__game", "team_entry__player")
    return entries.order_by("-tournament__starts_at", "-pk")


def entries_counted(player: Player) -> QuerySet[Registration]:
    """`entries_played` with each event once, however often it was restored. Three queries."""
    played = entries_played(player)
    return played.exclude(tournament__in=repeated_among(set(played.values_list("tournament", flat=True))))


def record_of(player: Player) -> PlayerRecord:
    """The player's matches in `entries_counted` by entry and by opponent. Eight queries; its work grows with the
    player's own matches."""
    entries = paired_as(entries_counted(player).values_list("pk", flat=True))
    by_entry: dict[int, Tally] = defaultdict(Tally)
    by_opponent: dict[int, Tally] = defaultdict(Tally)
    for entry, opponent, tally in matches_and_byes(entries.keys()):
        by_entry[entries[entry]] += tally
        if opponent is not None:
            by_opponent[opponent] += tally
    return PlayerRecord(by_entry, _opponents(by_opponent))


def _opponents(met: dict[int, Tally]) -> tuple[OpponentMet, ...]:
    """Those met most often first, then as they were met. The players' entries that were met name them."""
    persons: dict[int, list[SeasonEntry]] = {}
    rows = Registration.objects.filter(pk__in=met).order_by("tournament__starts_at", "pk").values_list(*FACTS, "kind")
    for *facts, kind in rows:
        entry = SeasonEntry(*facts)
        if kind == Registration.Kind.TEAM:
            entry = replace(entry, public_name=entry.name)  # The name of a team is never masked.
        persons.setdefault(entry.player, []).append(entry)
    names = shown_names(list(persons.values()))
    found = [
        OpponentMet(key, name, sum((met[one.pk] for one in own), Tally()))
        for (key, own), name in zip(persons.items(), names, strict=True)
    ]
    return tuple(sorted(found, key=lambda one: -one.tally.matches))


def events_played(entries: Sequence[Registration], record: PlayerRecord) -> list[EventPlayed]:
    """A page of `entries_played` with what came of each. At most two queries."""
    over = {entry.tournament_id: entry.tournament for entry in entries if entry.final_place}
    placed = Registration.objects.filter(tournament__in=over, final_place__isnull=False).order_by()
    fields: dict[int, list[tuple[str, int, int]]] = defaultdict(list)
    for key, *counted in placed.values_list("tournament", "division", "final_place").annotate(Count("pk")):
        fields[key].append((counted[0], counted[1], counted[2]))
    with_cut = Round.objects.filter(tournament__in=over, stage=Round.Stage.TOP_CUT).order_by()
    in_cuts = set(with_cut.values_list("tournament", flat=True).distinct())
    return [
        _event_played(entry, record, fields[entry.tournament_id], had_cut=entry.tournament_id in in_cuts)
        for entry in entries
    ]


def _event_played(
    entry: Registration, record: PlayerRecord, field: Sequence[tuple[str, int, int]], *, had_cut: bool
) -> EventPlayed:
    """What came of an entry; `field` are the divisions and places that were given, with how many had them."""
    event, place, tally = entry.tournament, entry.final_place, record.by_entry.get(entry.pk, Tally())
    if not place:
        return EventPlayed(entry, tally)
    is_apart = places_apart(event, had_cut=had_cut)
    division = own_division(event, entry.division) if is_apart else entry.division
    name = division_names(event).get(division, "")
    whole = EventPlayed(entry, tally, place, sum(count for _code, _place, count in field))
    if not name:
        return whole
    own = [
        (other, count) for code, other, count in field if (own_division(event, code) if is_apart else code) == division
    ]
    return replace(
        whole,
        place=0 if is_apart else place,
        division=name,
        division_place=1 + sum(count for other, count in own if other < place),
        division_players=sum(count for _other, count in own),
    )


def seasons_played(player: Player) -> list[SeasonPlayed]:
    """The newest published seasons with an event the player came to, and their line there. A few queries for each."""
    held = Season.objects.filter(is_published=True, season_events__tournament__registrations__player=player)
    found = []
    for season in held.select_related("game").distinct().order_by("-pk")[:MAX_SEASONS]:
        board = board_of(season, season_mark(season))
        own = {key for key, person in board.persons.items() if player.pk in person.players}
        line = next((line for line in board.lines if line.person in own), None)
        if line is not None:
            found.append(SeasonPlayed(season, line.person, line, len(board.lines)))
    return found


@dataclass(frozen=True)
class MatchPlayed:
    """One round of an entry: a match with its score from the player's side, a bye, or a round not played."""

    round: Round
    match: Match | None = None
    opponent: Registration | None = None
    result: str = ""
    """`won`, `lost`, `drawn`, `open`, `bye` or `missed`."""
    score: tuple[int, int, int] = (0, 0, 0)
    mates: tuple[Registration, ...] = ()
    """The others of a pod."""
    place: int | None = None
    """The place in a pod."""
    pod_table: int | None = None

    @property
    def has_score(self) -> bool:
        return self.match is not None and (self.match.is_complete or any(self.score))


def rounds_played(entry: Registration) -> list[MatchPlayed]:
    """Every round of the entry that has been published, in order; of a member of a team the boards. Six queries."""
    visible = Round.objects.filter(tournament=entry.tournament_id).exclude(status=Round.Status.DRAFT)
    found = [_match_played(entry, match) for match in _matches_of(entry, visible)]
    found += _pods_played(entry, visible)
    byes = Bye.objects.filter(registration=entry, round__in=visible).select_related("round")
    missed = MissedRound.objects.filter(registration=entry, round__in=visible).select_related("round")
    found += [MatchPlayed(bye.round, result="bye") for bye in byes.defer("round__pairing")]
    found += [MatchPlayed(one.round, result="missed") for one in missed.defer("round__pairing")]
    return sorted(found, key=lambda one: one.round.number)


def _pods_played(entry: Registration, rounds: QuerySet[Round]) -> list[MatchPlayed]:
    if not entry.tournament.is_in_pods:
        return []
    found = []
    for round in rounds.filter(pod_seats__registration=entry).defer("pairing"):
        round.tournament = entry.tournament
        pod = pod_of(entry, round)
        if pod is not None:
            own = pod.seat_of(entry.pk)
            result = POD_RESULTS.get(own.outcome, "open")
            found.append(
                MatchPlayed(round, result=result, mates=pod.others(entry.pk), place=own.seat.place, pod_table=pod.table)
            )
    return found


POD_RESULTS = {"win": "won", "draw": "drawn", "loss": "lost"}


def _matches_of(entry: Registration, rounds: QuerySet[Round]) -> list[Match]:
    matches = Match.everything if entry.is_member else Match.objects
    own = matches.filter(Q(player1=entry) | Q(player2=entry), round__in=rounds)
    own = own.select_related("round", "player1__player", "player2__player").defer("round__pairing")
    return list(own.prefetch_related("games"))


def _match_played(entry: Registration, match: Match) -> MatchPlayed:
    match.round.tournament = entry.tournament
    row = match_row(match, match.round, entry.tournament)
    seat = Seat.ONE if match.player1_id == entry.pk else Seat.TWO
    one, two, drawn = row.score
    score = (one, two, drawn) if seat is Seat.ONE else (two, one, drawn)
    return MatchPlayed(match.round, match, match.opponent_of(entry.pk), _result(match, row.winner_seat, seat), score)


def _result(match: Match, winner: int | None, seat: Seat) -> str:
    if not match.is_complete:
        return "open"
    if winner is not None:
        return "won" if winner == seat else "lost"
    return "lost" if match.is_lost_by_both else "drawn"


@dataclass(frozen=True)
class OwnStanding:
    """The entry's row of the Swiss table after its last completed round."""

    row: StandingRow
    after: int


def own_standing(entry: Registration) -> OwnStanding | None:
    """The entry's row of the table; None before a round is completed, and for somebody who is not in it."""
    event = entry.tournament
    rows = kept_standings(event, table_mark_of(event))
    row = next((row for row in rows if row.registration.pk == entry.pk), None)
    if row is None or not row.rounds:
        return None
    swiss = Round.objects.filter(tournament=event, stage=Round.Stage.SWISS, status=Round.Status.COMPLETED)
    return OwnStanding(row, swiss.count())


def places_of_cut(entry: Registration) -> dict[int, int]:
    """What the rounds of the top cut are called after, by number."""
    return cut_places(entry.tournament)


def lists_of(player: Player) -> QuerySet[Decklist]:
    """The player's lists with at least one version, the newest first, with game, entry and number of versions."""
    lists = Decklist.objects.filter(owner=player, registration__isnull=False)
    lists = lists.select_related("ruleset__game", "submitted", "registration__tournament")
    return lists.annotate(saved=Count("versions")).filter(saved__gt=0).order_by("-created_at", "-pk")


def version_to_use(decklist: Decklist) -> DecklistVersion | None:
    """The version that is played again: the submitted one, or the newest of drafts."""
    return decklist.submitted or decklist.versions.order_by("-number").first()


def entries_to_list(player: Player, decklist: Decklist) -> list[Registration]:
    """The player's entries in coming events of the list's game whose list can be changed, the next one first."""
    entries = (
        Registration.people.filter(
            player=player,
            status__in=[Status.ACTIVE, Status.WAITLISTED],
            tournament__phase=Phase.REGISTRATION,
            tournament__game=decklist.ruleset.game_id,
        )
        .exclude(decklist=decklist)
        .select_related("player", "tournament__ruleset__game", "tournament__game", "decklist__ruleset__game")
        .order_by("tournament__starts_at", "pk")
    )
    return [entry for entry in entries[:MAX_EVENTS_TO_ENTER] if not is_locked(entry)]


def events_to_enter(player: Player, decklist: Decklist) -> list[Tournament]:
    """Events of the list's game that can still be entered and that the player is not in, the next one first."""
    events = Tournament.objects.filter(
        phase=Phase.REGISTRATION, registration_open=True, game=decklist.ruleset.game_id
    ).exclude(registrations__in=Registration.people.filter(player=player).exclude(status=Status.WITHDRAWN))
    return list(events.order_by("starts_at", "pk")[:MAX_EVENTS_TO_ENTER])
