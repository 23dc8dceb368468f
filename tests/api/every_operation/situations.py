"""The site as an example of an operation finds it, and what has to happen to it before the request."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from accounts.actor import Actor
from accounts.services import create_player
from cardpool.models import CardGame
from tests.events_in_pods import corrected_pods, start_pods
from tests.people_and_events import ULTRAMAN, enter, make_event, owner_of
from tests.planned_repairs import corrected_event
from tests.running_events import finish_round, pair, play_swiss, publish, score, start_event
from tests.security.every_route.routes import Operation
from tests.security.every_route.site import Site
from tournaments.models import DeckCheck, JoinRequest, Match, PodSeat, Registration, Round
from tournaments.queries.pod_drafts import pod_draft
from tournaments.services.decided_pairs import plan_decision
from tournaments.services.decisions import Decision, What
from tournaments.services.entries import late_entry
from tournaments.services.pod_decisions import apply_pod_decision, plan_pod_decision
from tournaments.services.pod_repairs import plan_pod_repair
from tournaments.services.pod_swaps import plan_pod_swap, swap_in_pods


class Situation:
    """The site as one example finds it: the values of its address, and its rows."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.changed: dict[str, Any] = {}
        """Values of the address with which an earlier step replaced the site's."""

    def values(self, method: str, path: str) -> dict[str, Any]:
        operation = Operation(method, path.strip("/").replace("{", "<").replace("}", ">") + "/", is_stated=True)
        return self.site.values("site", operation) | self.changed

    @property
    def round(self) -> Round:
        """The running round."""
        code = self.changed.get("code", self.site.own.tournament.code)
        return Round.objects.get(tournament__code=code, number=2)

    @property
    def match(self) -> Match:
        """A match of the running round that has not been reported."""
        return Match.objects.get(pk=self.site.own.match_of("player"))

    @property
    def check(self) -> DeckCheck:
        return DeckCheck.objects.get(pk=self.site.own.objects["check_id"])

    @property
    def game(self) -> CardGame:
        return CardGame.objects.get(slug=ULTRAMAN)


Step = Callable[[Situation], None] | str
"""A step before the request: a function, or the name of the operation whose example is sent."""


@dataclass(frozen=True)
class Example:
    """What is sent, after which steps; `changed` are values of the address that differ from the site's own,
    `query` what stands behind it."""

    body: dict[str, Any] | Callable[[Situation], dict[str, Any]] | None = None
    after: tuple[Step, ...] = ()
    changed: tuple[tuple[str, Any], ...] = ()
    query: Callable[[Situation], dict[str, Any]] | None = None

    def sent(self, situation: Situation) -> dict[str, Any] | None:
        return self.body(situation) if callable(self.body) else self.body


def open_event(situation: Situation) -> None:
    """Another event that takes entries and has two, without lists."""
    tournament = make_event(situation.site.people["site"], decklists_required=True)
    entry, _other = enter(tournament, "甲", "乙")
    situation.changed |= {"code": tournament.code, "registration_id": entry.pk}


def reported(situation: Situation) -> None:
    """Every match of the running round has its result."""
    for match in situation.round.matches.filter(is_complete=False):
        score(match, 2, 0)


def apart_in_draft(situation: Situation) -> dict[str, Any]:
    """Two players who meet in the draft of the third round, and are not to."""
    match = situation.round.tournament.rounds.get(number=3).matches.earliest("table")
    return {"what": "apart", "one": match.player1_id, "other": match.player2_id}


def plan_in_draft(situation: Situation) -> str:
    """The fingerprint of what that changes."""
    sent = apart_in_draft(situation)
    draft = situation.round.tournament.rounds.get(number=3)
    decision = Decision(What.APART, sent["one"], sent["other"])
    owner = Actor(user=draft.tournament.created_by)
    return plan_decision(actor=owner, round_id=draft.pk, decision=decision).fingerprint


def draft_in_pods(situation: Situation) -> None:
    """Another event, whose first round is a draft in pods."""
    draft = pair(start_pods(8, owner=situation.site.people["site"]))
    situation.changed |= {"code": draft.tournament.code, "number": 1}


def two_in_pods(situation: Situation) -> dict[str, Any]:
    """The first of one of its pods and the second of another."""
    one, other = pod_draft(Round.objects.get(tournament__code=situation.changed["code"])).pods.values()
    return {"one": one[0], "other": other[1]}


def pod_at_a_table(situation: Situation) -> dict[str, Any]:
    """One of its pods and another table."""
    draft = Round.objects.get(tournament__code=situation.changed["code"])
    return {"pod": draft.pods.order_by("pk")[0].pk, "table": 7}


def exchanged_in_pods(situation: Situation) -> None:
    """They have changed places: each is where the other was, so the two are the same."""
    draft = Round.objects.get(tournament__code=situation.changed["code"])
    swap_in_pods(actor=situation.site.people["site"], round_id=draft.pk, **two_in_pods(situation))


def swap_in_draft(situation: Situation) -> str:
    """The fingerprint of exchanging them."""
    draft = Round.objects.get(tournament__code=situation.changed["code"])
    owner = situation.site.people["site"]
    return plan_pod_swap(actor=owner, round_id=draft.pk, **two_in_pods(situation)).fingerprint


def decision_in_pods(situation: Situation) -> dict[str, Any]:
    """That they sit together."""
    return {"what": "meet", **two_in_pods(situation)}


def plan_in_pods(situation: Situation) -> str:
    """The fingerprint of what that changes."""
    draft, two = Round.objects.get(tournament__code=situation.changed["code"]), two_in_pods(situation)
    decision, owner = Decision(What.MEET, two["one"], two["other"]), situation.site.people["site"]
    return plan_pod_decision(actor=owner, round_id=draft.pk, decision=decision).fingerprint


def decided_in_pods(situation: Situation) -> None:
    """It is decided that the first two of a pod sit together, as they do."""
    draft, owner = Round.objects.get(tournament__code=situation.changed["code"]), situation.site.people["site"]
    two = together_in_pods(situation)
    decision = Decision(What.MEET, two["one"], two["other"])
    plan = plan_pod_decision(actor=owner, round_id=draft.pk, decision=decision)
    apply_pod_decision(actor=owner, round_id=draft.pk, decision=decision, fingerprint=plan.fingerprint, reason="家人")


def together_in_pods(situation: Situation) -> dict[str, Any]:
    """The first two of a pod."""
    keys = next(iter(pod_draft(Round.objects.get(tournament__code=situation.changed["code"])).pods.values()))
    return {"one": keys[0], "other": keys[1]}


def corrected_in_pods(situation: Situation) -> None:
    """Another event: a pod of the first round is corrected while the second is played, which moves players."""
    round, _owner = corrected_pods(owner=situation.site.people["site"])
    situation.changed["code"] = round.tournament.code


def repair_in_pods(situation: Situation) -> str:
    """The fingerprint of moving few of them."""
    return plan_pod_repair(actor=situation.site.people["site"], round_id=situation.round.pk).fingerprint


def corrected(situation: Situation) -> None:
    """Another event: a result of the first round is corrected while the second is played, which moves tables."""
    tournament, _second = corrected_event(owner=situation.site.people["site"])
    situation.changed["code"] = tournament.code


def late_with_bye(situation: Situation) -> None:
    """Another event: somebody came while the second round is played, in which another player has the bye."""
    tournament = start_event(5, owner=situation.site.people["site"], planned_rounds=3)
    finish_round(publish(tournament))
    publish(tournament)
    late_entry(actor=owner_of(tournament), tournament_id=tournament.pk, name="迟到", late_policy="loss")
    situation.changed["code"] = tournament.code


def own_request(situation: Situation) -> None:
    """Who asks the desk is who asks the site."""
    user = situation.site.people["site"].user
    mine = create_player(name="店主")
    mine.user = user
    mine.save(update_fields=["user"])
    JoinRequest.objects.filter(pk=situation.site.own.objects["request_id"]).update(player=mine)


def name_taken(situation: Situation) -> None:
    """The request is about the name of an entry."""
    request = JoinRequest.objects.get(pk=situation.site.own.objects["request_id"])
    request.entry = request.tournament.registrations.filter(player__user=None).last()
    request.save(update_fields=["entry"])


def own_match(situation: Situation) -> None:
    """Who asks plays the match."""
    _be(situation, situation.match.player1)


def own_pod(situation: Situation) -> None:
    """Who asks sits in the pod."""
    seat = PodSeat.objects.select_related("registration__player").get(pod=situation.site.own.objects["pod_id"], seat=1)
    _be(situation, seat.registration)


def _be(situation: Situation, entry: Registration) -> None:
    entry.player.user = situation.site.people["site"].user
    entry.player.save(update_fields=["user"])


def swiss_over(situation: Situation) -> None:
    """Another event, whose Swiss rounds are played."""
    tournament = start_event(5, owner=situation.site.people["site"], planned_rounds=1, top_cut=4)
    play_swiss(tournament)
    situation.changed["code"] = tournament.code


def places_of_pod(situation: Situation) -> dict[str, Any]:
    """A player's report: the places in the order of seats."""
    return {"places": of_pod(situation)["places"], "key": "a1"}


def of_pod(situation: Situation) -> dict[str, Any]:
    """A result of the pod: places in the order of seats."""
    seats = PodSeat.objects.filter(pod=situation.site.own.objects["pod_id"]).order_by("seat")
    places = [{"registration": one.registration_id, "place": one.seat} for one in seats]
    return {"expected_version": 1, "places": places}


def of_version(**sent: Any) -> Callable[[Situation], dict[str, Any]]:
    """A body about the match as it is now."""
    return lambda situation: {"expected_version": situation.match.version, **sent}


def of_revision(**sent: Any) -> Callable[[Situation], dict[str, Any]]:
    """A body about the deck check as it is now."""
    return lambda situation: {"expected_revision": situation.check.revision, **sent}


def entry_of(role: str) -> Callable[[Situation], int]:
    return lambda situation: situation.site.own.players[role]
