"""Two children of one account at one table: each reports through the API, by naming the own entry."""

from __future__ import annotations

import pytest

from accounts.actor import Actor
from tests.api.client import ApiAsker
from tests.events_in_pods import start_pods
from tests.judged_events import event_with_lists, table_of
from tests.people_and_events import make_user
from tests.running_events import publish
from tournaments.models import Registration

pytestmark = pytest.mark.django_db


def parent_of(*entries: Registration) -> ApiAsker:
    user = make_user(may_create_tournaments=False)
    for entry in entries:
        entry.player.user = user
        entry.player.save()
    return ApiAsker(Actor(user=user, player=entries[0].player))


def reporters(answer) -> list[int]:
    return sorted(one["registration"] for one in answer["reports"])


@pytest.mark.parametrize(
    ("kind", "said"), [("reports", {"wins1": 2, "wins2": 0}), ("reports/games", {"number": 1, "result": "drawn"})]
)
def test_each_of_two_children_who_meet_reports(kind, said):
    tournament, _round, _judge = event_with_lists(4)
    match = table_of(tournament.registrations.earliest("pk"))
    elsewhere = tournament.registrations.exclude(pk__in=[match.player1_id, match.player2_id]).earliest("pk")
    parent = parent_of(match.player1, match.player2, elsewhere)
    path = f"tournaments/{tournament.code}/matches/{match.pk}/{kind}/"
    for wrong in (elsewhere.pk, 2_000_000_000):
        refused = parent.post(path, said | {"registration": wrong}, status=403)
        assert refused["code"] == "not_your_entry"
        assert refused["detail"] == "这份报名不是你的，或者不在这一桌。"
    two = parent.post(path, said | {"registration": match.player2_id, "key": "a"})
    assert reporters(two) == [match.player2_id]
    answer = parent.post(path, said | {"registration": match.player1_id, "key": "b"})
    assert answer["is_complete"] or reporters(answer) == sorted([match.player1_id, match.player2_id])
    assert set(match.reports.values_list("registration", flat=True)) == {match.player1_id, match.player2_id}


def test_each_of_two_children_in_one_pod_reports():
    pod = publish(start_pods(4)).pods.get()
    one, two, other, _last = entries = [seat.registration for seat in pod.seats.order_by("seat")]
    parent = parent_of(one, two)
    path = f"tournaments/{pod.round.tournament.code}/pods/{pod.pk}/reports/"
    said = {"places": [{"registration": entry.pk, "place": place} for place, entry in enumerate(entries, start=1)]}
    assert parent.post(path, said | {"registration": other.pk}, status=403)["code"] == "not_your_entry"
    assert reporters(parent.post(path, said | {"registration": two.pk})) == [two.pk]
    assert reporters(parent.post(path, said | {"registration": one.pk})) == sorted([one.pk, two.pk])
