"""Why the players of a round meet, and the witness of its proof, from the field as it was when they were paired."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import Q, QuerySet

from tournaments.models import Match, PairedField, Round
from tournaments.queries.kept import kept_for_good
from tournaments.swiss.check_work import MAX_CHECK_LOOKS, TooMuchWork
from tournaments.swiss.costs import Levels
from tournaments.swiss.reasons import ByeReason, Reasons, explain_bye
from tournaments.swiss.record import DrawnField, read_field, read_witness
from tournaments.swiss.recount import Recount
from tournaments.swiss.witness import shown_bound

Facts = dict[str, Any]
"""A `PairReason` or `PairOutline` of the pairing core by field names; empty for a pair that was made by hand."""


@dataclass(frozen=True)
class RoundReasons:
    """What the reasons of a round's pairs follow from: the pairs of each drawing, the newest first, and old rounds' own
    reasons."""

    drawn: tuple[tuple[Mapping[frozenset[int], tuple[int, int]], Reasons], ...]
    stored: Mapping[frozenset[int], Facts]

    def __len__(self) -> int:
        return len(self.stored) + sum(len(pairs) for pairs, _reasons in self.drawn)


def reasons_of(round: Round) -> RoundReasons:
    """All that has to be read for the reasons of a round."""
    drawn = tuple(
        ({frozenset(pair): pair for pair in field.pairs}, Reasons(field.history, field.rules, field.bye))
        for field in _fields(round)
    )
    return RoundReasons(drawn, _stored(round))


def reason_in(found: RoundReasons, match: Match) -> Facts:
    """Why the two players of a match meet, from what was read of its round."""
    pair = frozenset((match.player1_id, match.player2_id))
    for pairs, reasons in found.drawn:
        if pair in pairs:
            return asdict(reasons.explain(pairs[pair]))
    return found.stored.get(pair, {})


def reason_of_bye(round: Round, entry: int) -> ByeReason | None:
    """Why the entry has the bye of the round; None where nothing says so, as where it was given by hand."""
    field = next((field for field in _fields(round) if field.bye == entry), None)
    return explain_bye(field.history, entry) if field is not None else None


def outlines_of(round: Round) -> dict[frozenset[int], Facts]:
    """What is particular about every pair that was drawn for the round, by its two registrations; with
    `repeated_floats`, the times the higher one was paired down before and the lower one up."""
    outlines = _stored(round)
    for field in reversed(list(_fields(round))):
        reasons, by_id = Reasons(field.history, field.rules, field.bye), field.history.by_id
        for one, two in field.pairs:
            floats = field.rules.pair(by_id[one], by_id[two]).repeated_floats
            outlines[frozenset((one, two))] = {**asdict(reasons.outline((one, two))), "repeated_floats": floats}
    return outlines


@dataclass(frozen=True)
class ProofRecord:
    """The field of a round's newest pairing, its pairs and its witness as kept, and whether the check finds by them the
    bound that is claimed.

    After a repair the field is of those who had not begun. `is_checked` is False where there is no witness, or the
    check would take more than MAX_CHECK_LOOKS; nothing `agrees` then. `shows_kept_apart`: it names pairs that the
    organiser keeps apart, which is for the staff alone.
    """

    facts: Facts
    is_checked: bool
    agrees: bool
    shows_kept_apart: bool

    def __len__(self) -> int:
        """Rows: entrants, pairs and lines of the witness."""
        witness = self.facts.get("witness") or {}
        return len(self.facts["entrants"]) + len(self.facts["pairs"]) + sum(map(len, witness.values()))


def proof_of(round: Round, part: str = "") -> ProofRecord | None:
    """What everybody can check about a Swiss round; None for a round that keeps no field.

    `part` names one that was paired by itself by the codes of its divisions; the first one where it is left out.

    A field never changes, so each process checks it once, whatever else happens to the event.
    """
    parts = [one["divisions"] for one in round.pairing.get("parts", [])]
    kept = _kept(round).filter(part=part or parts[0]) if parts else _kept(round)
    newest = kept.values_list("pk", flat=True).first()
    if newest is None:
        return None
    try:
        return kept_for_good(("proof of a field", newest), lambda: _check(newest))
    except PairedField.DoesNotExist:  # Discarded in the meantime.
        return None


def _check(key: int) -> ProofRecord:
    """Read a field and run the check over it."""
    facts = PairedField.objects.values_list("facts", flat=True).get(pk=key)
    plain = facts.get("witness")
    field = read_field(facts)
    pairing = (field.history, field.rules, field.pairs, field.bye)
    cost, shown = Recount(field.history, field.rules).pairing(field.pairs, field.bye), None
    is_checked = plain is not None
    if plain is not None:
        try:
            shown = shown_bound(read_witness(plain), *pairing, most=MAX_CHECK_LOOKS)
        except TooMuchWork:
            is_checked = False
    claimed = Levels(**facts["bound"]) if "bound" in facts else cost
    agrees = shown is not None and shown == claimed
    facts |= {"achieved": None if cost is None else cost._asdict(), "bound": None if shown is None else shown._asdict()}
    return ProofRecord(
        facts, is_checked, agrees, shows_kept_apart=bool(field.rules.prohibited or field.rules.discouraged)
    )


def has_witness(round: Round, *, staff: bool) -> bool:
    """Whether there is a witness to hand out: to everybody, unless it names pairs that the organiser keeps apart."""
    kept = _kept(round).values_list("part", "facts__witness__potentials", "facts__prohibited", "facts__discouraged")
    if not round.pairing.get("parts"):
        kept = kept[:1]
    newest = {part: (found, hard or soft) for part, found, hard, soft in reversed(list(kept))}
    return bool(newest) and all(found is not None and (staff or not apart) for found, apart in newest.values())


def _kept(round: Round) -> QuerySet[PairedField]:
    """The fields that pairs of the round were drawn from, the newest first; repairs that were undone left out."""
    return PairedField.objects.filter(Q(repair=None) | Q(repair__undone_at=None), round=round).order_by("-id")


def _fields(round: Round) -> Iterator[DrawnField]:
    return (read_field(facts) for facts in _kept(round).values_list("facts", flat=True))


def _stored(round: Round) -> dict[frozenset[int], Facts]:
    """The reasons that a round carries itself, as rounds did before their field was kept."""
    return {frozenset(reason["pair"]): reason for reason in round.pairing.get("reasons", [])}
