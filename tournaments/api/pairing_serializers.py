"""Serializers for repairs, pairs kept apart and fixed seats, and for the requests that change them."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from tournaments.api.round_serializers import PersonSerializer
from tournaments.models import KeepApart, RoundRepair
from tournaments.queries.pairing_reasons import ProofRecord
from tournaments.queries.repair import RepairPlan
from tournaments.wording.certificate import say_redraw_verdict, say_repair_verdict

CHOSEN = [one for one in RoundRepair.Choice.choices if one[0] not in (RoundRepair.Choice.CUT, RoundRepair.Choice.LATE)]
"""What staff choose between; in the top cut the bracket says who moves."""


class TableMoveSerializer(serializers.Serializer[Any]):
    """A table that changes: who sits there by registration id, as published and as repaired."""

    match = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    players = serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2)
    new_table = serializers.IntegerField(allow_null=True)
    new_players = serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2)


class RepairChoiceSerializer(serializers.Serializer[Any]):
    """Which plan is asked for: as few tables as possible move, or all that have not begun are drawn again."""

    choice = serializers.ChoiceField(choices=["repair", "redraw"], default="repair")


class RepairPlanSerializer(serializers.Serializer[Any]):
    """What a repair of the round would do now. Send `fingerprint` back to make exactly this repair, `corrections` to
    keep the round as published, `repair` to undo the last choice.

    Only tables where nothing is recorded yet change; of those that stay `playing` have begun, and
    `decided` meet by decision of the staff.
    """

    fingerprint = serializers.CharField()
    corrections = serializers.CharField(help_text="Names the corrections that nobody has decided about yet.")
    repair = serializers.IntegerField(allow_null=True, help_text="The last choice that stands, if there is one.")
    needed = serializers.BooleanField(help_text="Whether anything would change.")
    certified = serializers.BooleanField(
        help_text="Whether a checked witness, or a search to the end, shows that no pairing fits the standings better."
    )
    held_back = serializers.BooleanField(
        help_text="Nothing moves, because a repair now would cost a rematch in a later round."
    )
    verdict = serializers.CharField()
    part = serializers.CharField(
        allow_blank=True,
        help_text="The codes of the only divisions it is about, where divisions were paired apart: junior+senior.",
    )
    moves = TableMoveSerializer(many=True)
    bye = serializers.IntegerField(allow_null=True, help_text="Who has the bye as published, by registration id.")
    new_bye = serializers.IntegerField(allow_null=True)
    moved = serializers.ListField(
        child=serializers.IntegerField(), help_text="Everybody who gets another opponent or table, by registration id."
    )
    staying = serializers.IntegerField(help_text="Tables that stay as they are.")
    playing = serializers.IntegerField()
    decided = serializers.IntegerField()
    published_cost = serializers.DictField(
        child=serializers.IntegerField(),
        help_text="What the tables that have not begun cost as published, the most important first.",
    )
    cost = serializers.DictField(child=serializers.IntegerField(), help_text="What they would cost then.")


def render_plan(plan: RepairPlan, *, corrections: str, repair: RoundRepair | None) -> dict[str, Any]:
    """The plan for RepairPlanSerializer; `corrections` as `queries.repair.seen_in` names them."""
    moves = [
        {
            "match": move.match.pk,
            "table": move.table,
            "players": list(move.pair),
            "new_table": move.new_table,
            "new_players": list(move.new_pair),
        }
        for move in plan.moves
    ]
    say = say_redraw_verdict if plan.redraws else say_repair_verdict
    verdict = say(plan.result, begun=len(plan.begun), decided=len(plan.decided))
    return {
        "fingerprint": plan.fingerprint,
        "corrections": corrections,
        "repair": repair.pk if repair is not None else None,
        "needed": plan.is_needed,
        "certified": plan.result.certified,
        "held_back": plan.held_back,
        "verdict": verdict,
        "part": plan.part,
        "moves": moves,
        "bye": plan.bye,
        "new_bye": plan.new_bye,
        "moved": list(plan.moved),
        "staying": plan.staying,
        "playing": len(plan.begun),
        "decided": len(plan.decided),
        "published_cost": plan.published._asdict(),
        "cost": (plan.published if plan.held_back else plan.result.pairing.achieved)._asdict(),
    }


class RoundProofSerializer(serializers.Serializer[Any]):
    """All that is needed to check a round's proof: the field before the round, the pairs as drawn, and the witness.

    `docs/algorithms/pairing.md` says what a witness is and how it is checked.
    """

    agrees = serializers.BooleanField(
        help_text="Whether the site's own check finds by the witness that no pairing costs less than `bound` says."
    )
    checked = serializers.BooleanField(
        help_text="Whether that check was made. False without a witness, or with one too large; then nothing agrees."
    )
    achieved = serializers.DictField(
        child=serializers.IntegerField(), allow_null=True, help_text="What the pairs cost, the most important first."
    )
    bound = serializers.DictField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="What no pairing undercuts, by the witness. Where it is `achieved`, no pairing is better.",
    )
    field = serializers.JSONField(
        help_text="The entrants by registration id, one row each under `columns`, and the rules of cost."
    )
    pairs = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2)
    )
    bye = serializers.IntegerField(allow_null=True)
    witness = serializers.JSONField(
        allow_null=True, help_text="Potentials and blossoms as decimal text; null where the proof has no witness."
    )


def render_proof(proof: ProofRecord) -> dict[str, Any]:
    """The record for RoundProofSerializer."""
    apart = {key: proof.facts[key] for key in ("achieved", "bound", "pairs", "bye", "witness")}
    field = {key: value for key, value in proof.facts.items() if key not in apart}
    # What teams are called is for no stranger, and nothing in the proof follows from it.
    numbers = {team: str(place) for place, team in enumerate(field["teams"])}
    field["teams"] = list(numbers.values())
    if apart["witness"] and "teams" in apart["witness"]:
        apart["witness"] = {**apart["witness"], "teams": [numbers[team] for team in apart["witness"]["teams"]]}
    return {"agrees": proof.agrees, "checked": proof.is_checked, "field": field, **apart}


class ProofQuery(serializers.Serializer[Any]):
    """Which proof of a round is meant."""

    part = serializers.CharField(
        max_length=130,
        required=False,
        help_text="Where divisions are paired apart: the codes of the part's divisions, `junior+senior`.",
    )


class ApplyRepairSerializer(serializers.Serializer[Any]):
    """What becomes of the round: the plan the caller saw, by its fingerprint, or it is kept as published, with the
    plan's `corrections` as fingerprint.

    When anything has changed since, it is a conflict. `redraw` without a fingerprint is made in the background: for
    rounds of which the plan takes too long. All but `repair` need a reason.
    """

    choice = serializers.ChoiceField(choices=CHOSEN, default=RoundRepair.Choice.REPAIR)
    fingerprint = serializers.RegexField(r"^[0-9a-f]{32}$", required=False)
    reason = serializers.CharField(required=False, allow_blank=True, default="")

    def validate(self, sent: dict[str, Any]) -> dict[str, Any]:
        if sent["choice"] != RoundRepair.Choice.REDRAW and "fingerprint" not in sent:
            raise serializers.ValidationError({"fingerprint": _("This field is required.")})
        return sent


class UndoRepairSerializer(serializers.Serializer[Any]):
    """Which choice is undone: the newest that stands. Where another one is the newest by now, it is a conflict."""

    repair = serializers.IntegerField(min_value=1, max_value=2_000_000_000)


class ApartSerializer(serializers.Serializer[Any]):
    """Two entrants who are not to be paired with each other."""

    id = serializers.IntegerField()
    one = PersonSerializer()
    other = PersonSerializer()
    never = serializers.BooleanField(help_text="Not even in need; otherwise only where nothing more important asks.")


def render_apart(kept: KeepApart) -> dict[str, Any]:
    """The pair for ApartSerializer."""
    one, other = kept.registration_a, kept.registration_b
    return {
        "id": kept.pk,
        "one": {"registration": one.pk, "name": one.name},
        "other": {"registration": other.pk, "name": other.name},
        "never": kept.is_hard,
    }


class KeepApartSerializer(serializers.Serializer[Any]):
    """Whom to keep apart, by registration id; said again, it changes `never`."""

    one = serializers.IntegerField(min_value=1, max_value=2_000_000_000)
    other = serializers.IntegerField(min_value=1, max_value=2_000_000_000)
    never = serializers.BooleanField(required=False, default=False)


class SeatSerializer(serializers.Serializer[Any]):
    """The table an entrant always sits at; null for none."""

    table = serializers.IntegerField(allow_null=True, min_value=1, max_value=9999)
