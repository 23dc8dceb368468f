"""A request for each operation of the API that is answered 2xx on the prepared site, and what has to happen first.

A new operation gets its line here: only `Example()` if a GET needs no body and the site has what its address names. The
values of the address come from `tests/security/every_route/site.py`.
"""

from __future__ import annotations

from tests.api.every_operation.situations import (
    Example,
    apart_in_draft,
    corrected,
    corrected_in_pods,
    decided_in_pods,
    decision_in_pods,
    draft_in_pods,
    entry_of,
    exchanged_in_pods,
    late_with_bye,
    name_taken,
    of_pod,
    of_revision,
    of_version,
    open_event,
    own_match,
    own_pod,
    own_request,
    places_of_pod,
    plan_in_draft,
    plan_in_pods,
    pod_at_a_table,
    repair_in_pods,
    reported,
    swap_in_draft,
    swiss_over,
    together_in_pods,
    two_in_pods,
)
from tests.judged_events import MAIN, SIDE, list_text
from tests.people_and_events import ULTRAMAN, make_user, next_week
from tests.phones import make_phone
from tests.planned_repairs import repair_plan
from tournaments.queries.late_seats import late_seats
from tournaments.services.entries.preview_rows import digest_of

EVENT = "/api/v1/tournaments/{code}/"
MATCH = EVENT + "matches/{match_id}/"
POD = EVENT + "pods/{pod_id}/"
REQUEST = EVENT + "join-requests/{request_id}/"
GAME = "/api/v1/games/{slug}/"
LISTED = {"name": "冬", "effective_from": "2026-12-01", "entries": [{"kind": "banned", "cards": ["HBU01-A07"]}]}
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
    f"POST {EVENT}registrations/": Example({"name": "小明", "age_group": "adult"}, after=(open_event,)),
    f"POST {EVENT}registrations/ages/": Example({"age_group": "adult"}, after=(open_event,)),
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
    f"POST {EVENT}rounds/{{number}}/steps/{{step}}/": Example({"confirmed": True}, after=(reported,)),
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
    f"GET {EVENT}rounds/{{number}}/pods/repair/": Example(after=(corrected_in_pods,)),
    f"POST {EVENT}rounds/{{number}}/pods/repair/": Example(
        lambda situation: {"fingerprint": repair_in_pods(situation)}, after=(corrected_in_pods,)
    ),
    f"DELETE {EVENT}rounds/{{number}}/pods/repair/": Example(
        after=(f"POST {EVENT}rounds/{{number}}/pods/repair/",),
        query=lambda situation: {"repair": situation.round.repairs.get().pk},
    ),
    f"PUT {EVENT}rounds/{{number}}/pods/tables/": Example(
        lambda situation: pod_at_a_table(situation) | {"reason": "轮椅"}, after=(draft_in_pods,)
    ),
    f"GET {EVENT}rounds/{{number}}/pods/decisions/plan/": Example(after=(draft_in_pods,), query=decision_in_pods),
    f"POST {EVENT}rounds/{{number}}/pods/decisions/": Example(
        lambda situation: decision_in_pods(situation) | {"fingerprint": plan_in_pods(situation), "reason": "家人"},
        after=(draft_in_pods,),
    ),
    f"DELETE {EVENT}rounds/{{number}}/pods/decisions/": Example(
        after=(draft_in_pods, decided_in_pods), query=together_in_pods
    ),
    f"GET {EVENT}rounds/{{number}}/repair/": Example(after=(corrected,)),
    f"POST {EVENT}rounds/{{number}}/repair/": Example(
        lambda situation: {"fingerprint": repair_plan(situation.round).fingerprint}, after=(corrected,)
    ),
    f"DELETE {EVENT}rounds/{{number}}/repair/": Example(
        after=(f"POST {EVENT}rounds/{{number}}/repair/",),
        query=lambda situation: {"repair": situation.round.repairs.get().pk},
    ),
    f"GET {EVENT}rounds/{{number}}/late/": Example(after=(late_with_bye,)),
    f"POST {EVENT}rounds/{{number}}/late/": Example(
        lambda situation: {
            "registration": late_seats(situation.round)[0].late.pk,
            "opponent": late_seats(situation.round)[0].with_bye.pk,
        },
        after=(late_with_bye,),
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
    f"POST {POD}reports/": Example(places_of_pod, after=(own_pod,)),
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
