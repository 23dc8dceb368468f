"""A request for each operation of the API that is answered 2xx on the prepared site, and what has to happen first.

A new operation gets its line here: only `Example()` if a GET needs no body and the site has what its address names. The
values of the address come from `tests/security/every_route/site.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from accounts.actor import Actor
from accounts.services import create_player
from cardpool.models import CardGame
from tests.events_in_pods import start_pods
from tests.judged_events import MAIN, SIDE, list_text
from tests.people_and_events import ULTRAMAN, enter, make_event, make_user, next_week
from tests.phones import make_phone
from tests.planned_repairs import corrected_event, repair_plan
from tests.running_events import pair, play_swiss, score, start_event
from tests.security.every_route.routes import Operation
from tests.security.every_route.site import Site
from tournaments.models import DeckCheck, JoinRequest, Match, PodSeat, Round
from tournaments.queries.pod_drafts import pod_draft
from tournaments.services.decided_pairs import plan_decision
from tournaments.services.decisions import Decision, What
from tournaments.services.entries.preview_rows import digest_of
from tournaments.services.pod_swaps import plan_pod_swap, swap_in_pods

EVENT = "/api/v1/tournaments/{code}/"
MATCH = EVENT + "matches/{match_id}/"
POD = EVENT + "pods/{pod_id}/"
REQUEST = EVENT + "join-requests/{request_id}/"
GAME = "/api/v1/games/{slug}/"
LISTED = {"name": "冬", "effective_from": "2026-12-01", "entries": [{"kind": "banned", "cards": ["HBU01-A07"]}]}


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


def exchanged_in_pods(situation: Situation) -> None:
    """They have changed places: each is where the other was, so the two are the same."""
    draft = Round.objects.get(tournament__code=situation.changed["code"])
    swap_in_pods(actor=situation.site.people["site"], round_id=draft.pk, **two_in_pods(situation))


def swap_in_draft(situation: Situation) -> str:
    """The fingerprint of exchanging them."""
    draft = Round.objects.get(tournament__code=situation.changed["code"])
    owner = situation.site.people["site"]
    return plan_pod_swap(actor=owner, round_id=draft.pk, **two_in_pods(situation)).fingerprint


def corrected(situation: Situation) -> None:
    """Another event: a result of the first round is corrected while the second is played, which moves tables."""
    tournament, _second = corrected_event(owner=situation.site.people["site"])
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
    player = situation.match.player1.player
    player.user = situation.site.people["site"].user
    player.save(update_fields=["user"])


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


COUNTED = [{"section": "main", "key": key, "count": count} for key, count in MAIN.items()] + [
    {"section": "side", "key": key, "count": count} for key, count in SIDE.items()
]
A_WIN = {"winner_seat": 1, "details_known": False}
TO_JUDGE = {"text": list_text(), "best_of": 3, "pool": "open"}

EXAMPLES: dict[str, Example] = {
    # The site, games and lists
    "GET /api/v1/": Example(),
    "GET /api/v1/notices/": Example(),
    "GET /api/v1/seasons/": Example(),
    "GET /api/v1/seasons/{season}/": Example(),
    "GET /api/v1/seasons/{season}/leaderboard/": Example(),
    "GET /api/v1/seasons/{season}/players/{person_id}/": Example(),
    "GET /api/v1/notices/choice/": Example(after=(own_match,)),
    "PUT /api/v1/notices/choice/": Example({"page": ["round", "table"]}, after=(own_match,)),
    "GET /api/v1/notices/mail/": Example(after=(own_match,)),
    "POST /api/v1/notices/mail/": Example({"address": "parent@example.org"}, after=(own_match,)),
    "POST /api/v1/notices/mail/stop/": Example(after=(own_match,)),
    "GET /api/v1/notices/push/": Example(after=(own_match,)),
    "POST /api/v1/notices/push/": Example(lambda _situation: make_phone().sent, after=(own_match,)),
    "POST /api/v1/notices/push/stop/": Example(after=(own_match,)),
    "POST /api/v1/notices/read/": Example(),
    "POST /api/v1/notices/{notice_id}/read/": Example(),
    "GET /api/v1/exports/{key}/": Example(),
    "GET /api/v1/exports/{key}/file/": Example(),
    "GET /api/v1/games/": Example(),
    f"GET {GAME}": Example(),
    f"GET {GAME}cards/": Example(),
    f"GET {GAME}cards/{{key}}/": Example(),
    f"POST {GAME}judge/": Example(TO_JUDGE),
    f"GET {GAME}notes/": Example(),
    f"POST {GAME}notes/": Example({"card": "HBU01-A07", "answer": "两张"}),
    f"GET {GAME}notes/{{note_id}}/": Example(),
    f"PUT {GAME}notes/{{note_id}}/": Example({"answer": "三张"}),
    f"POST {GAME}notes/{{note_id}}/withdrawal/": Example(),
    f"DELETE {GAME}notes/{{note_id}}/withdrawal/": Example(after=(f"POST {GAME}notes/{{note_id}}/withdrawal/",)),
    f"GET {GAME}restrictions/": Example(),
    f"GET {GAME}restriction-lists/": Example(),
    f"POST {GAME}restriction-lists/": Example(LISTED),
    f"GET {GAME}restriction-lists/{{list_id}}/": Example(),
    f"POST {GAME}restriction-lists/{{list_id}}/withdrawal/": Example({"reason": "发错了"}),
    f"DELETE {GAME}restriction-lists/{{list_id}}/withdrawal/": Example(
        after=(f"POST {GAME}restriction-lists/{{list_id}}/withdrawal/",)
    ),
    "POST /api/v1/lists/convert/": Example({"game": ULTRAMAN, "to": "text", "text": list_text()}),
    "POST /api/v1/packs/check/": Example(
        lambda situation: {"text": situation.game.rulesets.latest("pk").pack, "game": ULTRAMAN}
    ),
    # An event and its people
    "GET /api/v1/tournaments/": Example(),
    "POST /api/v1/tournaments/": Example(
        lambda situation: {"name": "周末赛", "starts_at": next_week().isoformat(), "game_slug": ULTRAMAN}
    ),
    f"GET {EVENT}": Example(),
    f"PATCH {EVENT}": Example({"place": "二号店"}),
    f"POST {EVENT}duplicate/": Example(lambda situation: {"name": "下一场", "starts_at": next_week().isoformat()}),
    f"POST {EVENT}cancellation/": Example({"reason": "雨"}),
    f"DELETE {EVENT}cancellation/": Example(after=(f"POST {EVENT}cancellation/",)),
    f"GET {EVENT}staff/": Example(),
    f"POST {EVENT}staff/": Example(lambda situation: {"username": make_user().username, "role": "judge"}),
    f"DELETE {EVENT}staff/{{username}}/{{role}}/": Example(),
    f"GET {EVENT}registrations/": Example(),
    f"POST {EVENT}registrations/": Example({"name": "小明", "under_14": False}, after=(open_event,)),
    f"POST {EVENT}registrations/pasted/preview/": Example({"text": "丙\n丁, 光之国"}, after=(open_event,)),
    f"POST {EVENT}registrations/pasted/": Example(
        {"text": "丙\n丁, 光之国", "digest": digest_of(["丙", "丁, 光之国"])}, after=(open_event,)
    ),
    f"GET {EVENT}registrations/{{registration_id}}/": Example(),
    f"POST {EVENT}registrations/{{registration_id}}/erasure/": Example({"typed_name": "甲"}, after=(open_event,)),
    f"POST {EVENT}registrations/{{registration_id}}/check-in/": Example({"present": True}, after=(open_event,)),
    f"POST {EVENT}registrations/{{registration_id}}/division/": Example({"division": "", "reason": "转组"}),
    f"POST {EVENT}registrations/{{registration_id}}/steps/{{step}}/": Example({"reason": "有事"}),
    f"GET {EVENT}registrations/{{registration_id}}/assigned/": Example(),
    f"POST {EVENT}registrations/{{registration_id}}/assigned/": Example(
        {"kind": "bye", "first": 1, "reason": "资格赛冠军"}, after=(open_event,)
    ),
    f"POST {EVENT}registrations/{{registration_id}}/assigned/withdraw/": Example(
        {"first": 1, "last": 1}, after=(f"POST {EVENT}registrations/{{registration_id}}/assigned/",)
    ),
    f"GET {EVENT}registrations/{{registration_id}}/seat/": Example(),
    f"PUT {EVENT}registrations/{{registration_id}}/seat/": Example({"table": 3}),
    f"GET {EVENT}registrations/{{registration_id}}/decklist/": Example(),
    f"PUT {EVENT}registrations/{{registration_id}}/decklist/": Example(
        {"text": list_text(), "submit": True, "reason": "代交"}
    ),
    f"GET {EVENT}registrations/{{registration_id}}/decklist/versions/": Example(),
    f"GET {EVENT}registrations/{{registration_id}}/standings/{{value}}/": Example(),
    f"GET {EVENT}apart/": Example(),
    f"POST {EVENT}apart/": Example(
        lambda situation: {"one": entry_of("player")(situation), "other": entry_of("link")(situation)}
    ),
    f"DELETE {EVENT}apart/{{pair_id}}/": Example(),
    f"GET {EVENT}decklists/statistics/": Example(),
    f"POST {EVENT}decklists/reminders/": Example({}, after=(open_event,)),
    f"POST {EVENT}exports/": Example(),
    # Its rounds
    f"POST {EVENT}start/": Example({"allow_missing_decklists": True}, after=(open_event,)),
    f"POST {EVENT}steps/{{step}}/": Example(after=(f"POST {EVENT}start/",)),
    f"GET {EVENT}standings/": Example(),
    f"GET {EVENT}rounds/": Example(),
    f"POST {EVENT}rounds/": Example({"number": 3}, after=(f"POST {EVENT}rounds/{{number}}/steps/{{step}}/",)),
    f"GET {EVENT}rounds/{{number}}/": Example(),
    f"DELETE {EVENT}rounds/{{number}}/": Example(after=(f"POST {EVENT}rounds/",), changed=(("number", 3),)),
    f"GET {EVENT}rounds/{{number}}/proof/": Example(),
    f"GET {EVENT}rounds/{{number}}/receipt/": Example(),
    f"GET {EVENT}seeds/": Example(),
    f"POST {EVENT}rounds/{{number}}/steps/{{step}}/": Example(after=(reported,)),
    f"GET {EVENT}rounds/{{number}}/decisions/": Example(),
    f"GET {EVENT}rounds/{{number}}/decisions/plan/": Example(
        after=(f"POST {EVENT}rounds/",), changed=(("number", 3),), query=apart_in_draft
    ),
    f"POST {EVENT}rounds/{{number}}/decisions/": Example(
        lambda situation: apart_in_draft(situation) | {"fingerprint": plan_in_draft(situation), "reason": "家人"},
        after=(f"POST {EVENT}rounds/",),
        changed=(("number", 3),),
    ),
    f"GET {EVENT}rounds/{{number}}/swap/": Example(after=(draft_in_pods,), query=two_in_pods),
    f"POST {EVENT}rounds/{{number}}/swap/": Example(
        lambda situation: two_in_pods(situation) | {"fingerprint": swap_in_draft(situation), "reason": "家人"},
        after=(draft_in_pods,),
    ),
    f"DELETE {EVENT}rounds/{{number}}/swap/": Example(after=(draft_in_pods, exchanged_in_pods), query=two_in_pods),
    f"GET {EVENT}rounds/{{number}}/repair/": Example(after=(corrected,)),
    f"POST {EVENT}rounds/{{number}}/repair/": Example(
        lambda situation: {"fingerprint": repair_plan(situation.round).fingerprint}, after=(corrected,)
    ),
    f"DELETE {EVENT}rounds/{{number}}/repair/": Example(
        after=(f"POST {EVENT}rounds/{{number}}/repair/",),
        query=lambda situation: {"repair": situation.round.repairs.get().pk},
    ),
    f"GET {EVENT}rounds/{{number}}/search/": Example(),
    f"POST {EVENT}rounds/{{number}}/search/": Example(
        after=(f"POST {EVENT}rounds/{{number}}/steps/{{step}}/",), changed=(("number", 3),)
    ),
    f"DELETE {EVENT}rounds/{{number}}/search/": Example(),
    f"GET {EVENT}top-cut/": Example(after=(f"POST {EVENT}top-cut/",)),
    f"POST {EVENT}top-cut/": Example({"size": 4}, after=(swiss_over,)),
    f"DELETE {EVENT}top-cut/": Example(after=(f"POST {EVENT}top-cut/",)),
    # A pod
    f"GET {POD}": Example(),
    f"POST {POD}result/": Example(of_pod),
    f"POST {POD}clear/": Example({"expected_version": 2}, after=(f"POST {POD}result/",)),
    f"GET {POD}revisions/": Example(after=(f"POST {POD}result/",)),
    f"GET {POD}reports/": Example(),
    f"POST {POD}reports/": Example(places_of_pod, after=(own_match,)),
    f"GET {POD}call/": Example(),
    f"POST {POD}call/": Example({"words": "他的牌"}),
    f"DELETE {POD}call/": Example(after=(f"POST {POD}call/",)),
    f"GET {EVENT}pods/unconfirmed/": Example(),
    # A match
    f"GET {MATCH}": Example(),
    f"POST {MATCH}games/": Example(of_version(game=A_WIN)),
    f"POST {MATCH}games/undo/": Example(of_version(), after=(f"POST {MATCH}games/",)),
    f"POST {MATCH}score/": Example(of_version(wins1=2, wins2=1)),
    f"POST {MATCH}end-on-time/": Example(of_version(), after=(f"POST {MATCH}games/",)),
    f"POST {MATCH}outcome/": Example(of_version(outcome="judge_award", winner_seat=1, reason="ruling")),
    f"POST {MATCH}correction/": Example(
        of_version(reason="slip", score={"wins1": 0, "wins2": 2}), after=(f"POST {MATCH}score/",)
    ),
    f"GET {MATCH}revisions/": Example(after=(f"POST {MATCH}score/",)),
    # Judges
    f"GET {MATCH}call/": Example(),
    f"POST {MATCH}call/": Example({"words": "他的牌"}),
    f"DELETE {MATCH}call/": Example(after=(f"POST {MATCH}call/",)),
    f"GET {MATCH}reports/": Example(),
    f"POST {MATCH}reports/games/": Example({"number": 1, "result": "won", "key": "a1"}, after=(own_match,)),
    f"POST {MATCH}reports/": Example({"wins1": 2, "wins2": 0, "key": "a1"}, after=(own_match,)),
    f"GET {EVENT}reports/unconfirmed/": Example(),
    f"GET {EVENT}tables/overdue/": Example(),
    f"GET {EVENT}calls/": Example(),
    f"GET {EVENT}calls/{{call_id}}/": Example(),
    f"POST {EVENT}calls/{{call_id}}/claim/": Example(),
    f"POST {EVENT}calls/{{call_id}}/release/": Example(after=(f"POST {EVENT}calls/{{call_id}}/claim/",)),
    f"POST {EVENT}calls/{{call_id}}/close/": Example({"ruling": "按现状继续"}),
    f"POST {EVENT}calls/{{call_id}}/reopen/": Example(after=(f"POST {EVENT}calls/{{call_id}}/close/",)),
    f"GET {EVENT}checks/": Example(),
    f"POST {EVENT}checks/": Example(
        lambda situation: {"registration": entry_of("link")(situation), "mode": "start"},
        after=(f"POST {EVENT}checks/{{check_id}}/abandon/",),
    ),
    f"POST {EVENT}checks/draw/": Example(),
    f"GET {EVENT}checks/{{check_id}}/": Example(),
    f"POST {EVENT}checks/{{check_id}}/counts/": Example(of_revision(counts=COUNTED)),
    f"POST {EVENT}checks/{{check_id}}/end/": Example(
        of_revision(outcome="clean"), after=(f"POST {EVENT}checks/{{check_id}}/counts/",)
    ),
    f"POST {EVENT}checks/{{check_id}}/abandon/": Example(),
    f"POST {EVENT}checks/{{check_id}}/reopen/": Example(after=(f"POST {EVENT}checks/{{check_id}}/end/",)),
    f"GET {EVENT}penalties/": Example(),
    f"POST {EVENT}penalties/": Example(
        lambda situation: {"registration": entry_of("link")(situation), "infraction": "tardiness", "level": "warning"}
    ),
    f"POST {EVENT}penalties/{{penalty_id}}/withdraw/": Example({"reason": "看错了"}),
    "GET /api/v1/join-codes/{typed}/": Example(),
    f"GET {EVENT}joining/": Example(),
    f"PUT {EVENT}joining/": Example({"open": False}),
    f"POST {EVENT}joining/": Example(),
    f"GET {EVENT}join-requests/": Example(),
    f"GET {REQUEST}": Example(),
    f"DELETE {REQUEST}": Example(after=(own_request,)),
    f"POST {REQUEST}key/": Example(after=(own_request, f"POST {REQUEST}other/")),
    f"POST {REQUEST}same/": Example({"keep_link": False}, after=(name_taken,)),
    f"POST {REQUEST}other/": Example({"late_policy": "loss"}),
    f"POST {REQUEST}refusal/": Example({"reason": "人数已满"}),
    f"POST {REQUEST}reopen/": Example(after=(f"POST {REQUEST}refusal/",)),
    f"GET {EVENT}announcements/": Example(),
    f"POST {EVENT}announcements/": Example({"text": "第三轮 14:30 开始", "round_ends": True}),
    f"GET {EVENT}announcements/history/": Example(),
    f"POST {EVENT}announcements/{{announcement_id}}/": Example({"text": "第三轮 15:00 开始", "reason": "改时间"}),
    f"POST {EVENT}announcements/{{announcement_id}}/take-down/": Example({"reason": "已开始"}),
    f"GET {EVENT}open-cards/": Example(),
    f"GET {EVENT}card-rulings/": Example(),
    f"POST {EVENT}card-rulings/": Example({"number": "HBU09-A02", "reason": "同一张卡"}),
    f"POST {EVENT}card-rulings/{{ruling_id}}/withdraw/": Example({"reason": "看错了"}),
    f"GET {EVENT}time-extensions/": Example(),
    f"POST {EVENT}time-extensions/": Example(lambda situation: {"match": situation.match.pk, "minutes": 4}),
    f"POST {EVENT}time-extensions/{{extension_id}}/withdraw/": Example(),
}
