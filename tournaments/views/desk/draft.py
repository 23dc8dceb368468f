"""The review of a draft before it is published: what is notable about each pair, and what the proof says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.decisions import say_declared
from tournaments.models import AssignedRound, Bye, Match, Registration, Round
from tournaments.queries.assigned import byes_by_hand, losses_assigned_in
from tournaments.queries.bracket import passed_through
from tournaments.queries.cut_rounds import division_in_cut
from tournaments.queries.decided_pairs import decided_pairs, never_meeting
from tournaments.queries.divisions import division_names
from tournaments.queries.draft_marks import DraftMark, draft_marks
from tournaments.queries.name_order import in_spoken_order
from tournaments.queries.pairing_reasons import outlines_of
from tournaments.queries.repair_scope import corrections_since_pairing
from tournaments.queries.rounds import byes_of, missed_of
from tournaments.queries.standings import standings_of
from tournaments.services.decisions import What
from tournaments.views.desk.tables import Density, density_of
from tournaments.wording.audit import place_name
from tournaments.wording.certificate import Certificate, people_named, say_certificate
from tournaments.wording.draft_marks import MARK_WORDS

PAIR_DOWN_WORDS = {
    "odd_bracket": lambda: _("an odd number of players stood level"),
    "nobody_left_in_bracket": lambda: _("nobody with the same points was a possible opponent"),
    "best_for_the_field": lambda: _("anything else would have cost others more"),
}


@dataclass(frozen=True)
class DraftPair:
    """One table of a draft: the two players' points, what is unusual about it, and remarks in plain words."""

    match: Match
    points1: int
    points2: int
    remarks: tuple[str, ...]
    marks: tuple[str, ...]
    is_pair_down: bool
    is_decided: bool = False


@dataclass(frozen=True)
class DraftRest:
    """One of a draft who has no opponent, with how many points: `kind` is a paired or awarded bye, a walk-over, an
    assigned loss or another one, in words, `mark` what is unusual about it (empty if nothing is)."""

    entry: Registration
    points: int
    mark: str
    kind: str


@dataclass(frozen=True)
class DecidedLine:
    """What is decided about two players, or the bye of one: `what` is a `What` of the service; the reason is empty
    where none is kept."""

    what: str
    one: Registration
    other: Registration | None = None
    reason: str = ""

    @property
    def takes_back(self) -> str:
        """The decision that takes it back."""
        return What.FREE if self.other is not None else What.PAIRED


@dataclass(frozen=True)
class Seated:
    """A player of a draft as a menu names them: with the table, or the bye."""

    entry: Registration
    place: str


@dataclass(frozen=True)
class DraftReview:
    """The draft as the organiser reviews it. `people` are the players who can be swapped, `rest` those without an
    opponent, byes before assigned losses."""

    pairs: tuple[DraftPair, ...]
    certificate: Certificate | None
    details: tuple[str, ...]
    people: tuple[Seated, ...]
    rest: tuple[DraftRest, ...]
    decided: tuple[DecidedLine, ...] = ()

    @property
    def density(self) -> Density:
        """How large the rows of the draft are, as on the board of the round."""
        return density_of(len(self.pairs))


def draft_review(round: Round) -> DraftReview:
    """Read the facts that the round stores about its pairing."""
    points = {row.registration.pk: row.points for row in standings_of(round.tournament)}
    outlines = {} if round.stage == Round.Stage.TOP_CUT else outlines_of(round)
    marks = [] if round.stage == Round.Stage.TOP_CUT else draft_marks(round)
    byes = byes_of(round)
    decided = () if round.stage == Round.Stage.TOP_CUT else tuple(decided_lines(round, byes))
    meeting = {
        frozenset({line.one.pk, line.other.pk}) for line in decided if line.what == What.MEET and line.other is not None
    }
    pairs = tuple(
        replace(
            _pair(match, points, outlines.get(frozenset({match.player1_id, match.player2_id}), {}), marks),
            is_decided=frozenset({match.player1_id, match.player2_id}) in meeting,
        )
        for match in round.matches.select_related("player1", "player2").order_by("table", "id")
    )
    tables = {player.pk: pair.match.table for pair in pairs for player in pair.match.entries}
    people = [player for pair in pairs for player in pair.match.entries]
    people += [bye.registration for bye in byes if bye.kind == Bye.Kind.PAIRED]
    return DraftReview(
        pairs=pairs,
        certificate=certificate_of(round),
        details=tuple(_details(round, pair_downs=sum(pair.is_pair_down for pair in pairs))),
        people=seated(in_spoken_order(people), tables),
        rest=(*(_bye(bye, points, marks) for bye in byes), *_through(round, points), *_losses(round, points)),
        decided=decided,
    )


def seated(people: Iterable[Registration], tables: Mapping[int, int | None]) -> tuple[Seated, ...]:
    """The players with their places; who is at none of the tables has the bye."""
    return tuple(Seated(entry, place_name(tables.get(entry.pk))) for entry in people)


def decided_lines(round: Round, byes: Iterable[Bye]) -> Iterator[DecidedLine]:
    """The byes given by hand, what else is decided for the round, then who never meets in the event."""
    for given in byes_by_hand(round, byes):
        yield DecidedLine(What.BYE, given.registration, reason=given.reason)
    for pair in decided_pairs(round):
        what = What.MEET if pair.meets else What.APART
        yield DecidedLine(what, pair.registration_a, pair.registration_b, pair.reason)
    for kept in never_meeting(round):
        yield DecidedLine(What.NEVER, kept.registration_a, kept.registration_b)


def _bye(bye: Bye, points: Mapping[int, int], marks: Sequence[DraftMark]) -> DraftRest:
    key = bye.registration_id
    marked = "".join(_marks(marks, {key})) if bye.kind == Bye.Kind.PAIRED else ""
    return DraftRest(bye.registration, points.get(key, 0), marked, bye.get_kind_display())


def _through(round: Round, points: Mapping[int, int]) -> Iterator[DraftRest]:
    """Who passes a round of the top cut because nobody reached the other side."""
    for entry in passed_through(round):
        yield DraftRest(entry, points.get(entry.pk, 0), "", _("walk-over"))


def _losses(round: Round, points: Mapping[int, int]) -> Iterator[DraftRest]:
    """Who has a loss without an opponent: assigned by staff, or because they came after the draft was paired."""
    missed = missed_of(round)
    assigned = losses_assigned_in(round, missed)
    for one in missed:
        is_assigned = one.registration_id in assigned
        kind = str(AssignedRound.Kind.LOSS.label) if is_assigned else _("Missed, counts as a loss")
        yield DraftRest(one.registration, points.get(one.registration_id, 0), "", kind)


def _marks(marks: Sequence[DraftMark], keys: set[int]) -> tuple[str, ...]:
    """The words of the marks about just these entries."""
    return tuple(MARK_WORDS[mark.kind]() for mark in marks if mark.keys == keys)


def _pair(match: Match, points: Mapping[int, int], outline: Mapping[str, Any], marks: Sequence[DraftMark]) -> DraftPair:
    remarks = [_("Third place")] if match.is_third_place else []
    if match.is_complete:  # In a draft only where one of the two has left.
        remarks.append(say_declared(match))
    if outline.get("pair_down"):
        say = PAIR_DOWN_WORDS.get(outline["pair_down"])
        words = {"points": outline["score_difference"], "why": say() if say is not None else ""}
        remarks.append(
            ngettext(
                "Pair-down of %(points)d point: %(why)s", "Pair-down of %(points)d points: %(why)s", words["points"]
            )
            % words
        )
    apart = abs(points.get(match.player1_id, 0) - points.get(match.player2_id, 0)) if match.bracket_slot is None else 0
    if apart and not outline.get("pair_down"):
        remarks.append(ngettext("%(points)d point apart", "%(points)d points apart", apart) % {"points": apart})
    marked = _marks(marks, {match.player1_id, match.player2_id})
    if outline.get("repeated_floats"):
        remarks.append(_("Paired down or up before, and again"))
    if outline.get("discouraged") and not marked:
        remarks.append(_("A pairing to be avoided, but no better one was possible"))
    return DraftPair(
        match=match,
        points1=points.get(match.player1_id, 0),
        points2=points.get(match.player2_id, 0),
        remarks=tuple(remarks),
        marks=marked,
        is_pair_down=bool(outline.get("pair_down") or apart),
    )


def certificate_of(round: Round) -> Certificate | None:
    """What is proved about a Swiss round, with names as staff see them."""
    if round.stage == Round.Stage.TOP_CUT:
        return Certificate(is_proved=False, verdict=_("The bracket decides who meets whom."))
    named = round.tournament.registrations.filter(pk__in=people_named(round.pairing))
    return say_certificate(
        round.pairing,
        names={entry.pk: entry.entered_name for entry in named},
        edited_by_hand=round.edited_by_hand,
        corrected_since=bool(corrections_since_pairing(round)),
    )


def _details(round: Round, *, pair_downs: int) -> list[str]:
    """How the pairing handled the bye and the brackets."""
    if round.stage == Round.Stage.TOP_CUT:
        return _lots(round)
    achieved = round.pairing.get("achieved", {})
    details = []
    if round.byes.filter(kind="paired").exists():
        details.append(
            _("The bye goes to the lowest score that may have it.")
            if not achieved.get("bye_score")
            else _("The bye goes above the lowest score: everybody lower already had one, or it would force a rematch.")
        )
    details.append(
        ngettext("%(count)d pair-down.", "%(count)d pair-downs.", pair_downs) % {"count": pair_downs}
        if pair_downs
        else _("Everybody meets somebody with the same points.")
    )
    if achieved.get("repeated_floats"):
        details.append(_("Somebody is paired down or up again; it could not be avoided."))
    return details


def _lots(round: Round) -> list[str]:
    """The lots drawn among equals when the cut was seeded, in drawn order; where each division has a cut, with it and
    their seed in it, as places in the table of everybody say nothing there."""
    tournament = round.tournament
    drawn, divisions = tournament.registrations.filter(lot__isnull=False).in_bulk(), division_names(tournament)
    return [
        _say_lot(lot["rank"], [drawn[key] for key in lot["entrants"] if key in drawn], divisions)
        for lot in round.pairing.get("lots", [])
    ]


def _say_lot(rank: int, entries: Sequence[Registration], divisions: Mapping[str, str]) -> str:
    facts = {"rank": rank, "names": _(", ").join(entry.name for entry in entries)}
    seeds = [entry.seed for entry in entries if entry.seed is not None]
    if not seeds or not entries[0].tournament.cuts_apart:
        return _("Level on rank %(rank)d, in order of the lot: %(names)s") % facts
    division = divisions.get(division_in_cut(entries[0].tournament, entries[0].division), "")
    return _("%(division)s, level on seed %(seed)d, in order of the lot: %(names)s") % {
        **facts,
        "division": division,
        "seed": min(seeds),
    }
