"""Results of pods typed at the desk, one slip a line: what a line means, what is said of it, and what stays."""

from __future__ import annotations

import pytest

from tests.events_in_pods import enter_places, finish_pods, start_pods
from tests.people_and_events import owner_of, staff_actor
from tests.running_events import publish
from tests.web.desk.desk_visits import DeskVisitor, text_of
from tests.web.pages import assert_clean, words_of
from tournaments.forms.desk.typed_pod import PodKind, TypedPod, read_typed_pod
from tournaments.forms.desk.typed_result import TypedProblem
from tournaments.models import Pod, Round, Tournament
from tournaments.services.entries import mark_no_show

PLACES = PodKind.PLACES


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("3", TypedPod(PodKind.OPEN, 3)),
        ("3 2143", TypedPod(PLACES, 3, ("2", "1", "4", "3"))),
        ("3 2 1 4 3", TypedPod(PLACES, 3, ("2", "1", "4", "3"))),
        ("３号桌 2–1–4–3", TypedPod(PLACES, 3, ("2", "1", "4", "3"))),
        ("3 122", TypedPod(PLACES, 3, ("1", "2", "2"))),
        ("3 213N", TypedPod(PLACES, 3, ("2", "1", "3", "n"))),
        ("3 21缺取", TypedPod(PLACES, 3, ("2", "1", "n", "q"))),
        ("3 2143 t", TypedPod(PLACES, 3, ("2", "1", "4", "3"), ended_by_time=True)),
        ("3 w2", TypedPod(PodKind.WON, 3, winner=2)),
        ("3 2胜 t", TypedPod(PodKind.WON, 3, winner=2, ended_by_time=True)),
        ("3 d", TypedPod(PodKind.DRAWN, 3)),
        ("3平", TypedPod(PodKind.DRAWN, 3)),
        ("3 2143 x14", TypedPod(PLACES, 3, ("2", "1", "4", "3"), drops=(1, 4))),
        ("3 2143 退2 ! 写错了", TypedPod(PLACES, 3, ("2", "1", "4", "3"), reason="写错了", drops=(2,))),
    ],
)
def test_a_line_means(line: str, expected: TypedPod) -> None:
    assert read_typed_pod(line) == expected


@pytest.mark.parametrize(
    ("line", "code", "part"),
    [
        ("", "empty", ""),
        ("won", "no_table", "won"),
        ("3 2153", "no_places", "2153"),
        ("3 21432", "no_places", "21432"),
        ("3 x2", "no_places", "x2"),
        ("3a 2143", "no_places", "3a"),
    ],
)
def test_what_cannot_be_read_is_named(line: str, code: str, part: str) -> None:
    with pytest.raises(TypedProblem) as raised:
        read_typed_pod(line)
    assert (raised.value.code, raised.value.part) == (code, part)


def running(players: int = 8, **changes: object) -> tuple[Tournament, Round, DeskVisitor]:
    event = start_pods(players, **changes)
    return event, publish(event), DeskVisitor(event, staff_actor(event, "scorekeeper"))


def names(pod: Pod) -> list[str]:
    return list(pod.seats.order_by("seat").values_list("registration__name", flat=True))


def stand(pod: Pod) -> list[tuple[int | None, str]]:
    return list(pod.seats.order_by("seat").values_list("place", "manner"))


@pytest.mark.django_db
@pytest.mark.language("en")
class TestTheDesk:
    def test_a_line_is_entered_and_said_with_the_names(self) -> None:
        _event, round, desk = running()
        pod = round.pods.get(table=1)
        page = desk.read("desk")
        assert 'placeholder="12 2143"' in page
        assert f'name="seen" form="typed-form" value="{pod.pk}:1,' in page
        first, second, third, fourth = names(pod)
        assert f'data-seats="1 {first} · 2 {second} · 3 {third} · 4 {fourth}"' in page
        answer = desk.post("desk", htmx="desk-board", line="1 2143", seen=f"{pod.pk}:1")
        assert f"Table 1: 1. {second}, 2. {first}, 3. {fourth}, 4. {third}" in text_of(answer)
        assert [place for place, _manner in stand(pod)] == [2, 1, 4, 3]

    def test_a_line_typed_in_another_round_is_refused(self) -> None:
        event, first, desk = running()
        finish_pods(first)
        second = publish(event)
        answer = desk.post("desk", line="1 2143", round=first.pk)
        assert "This line was typed in round 1" in words_of(answer)
        assert not second.pods.filter(is_complete=True).exists()

    def test_a_refused_line_stays_and_says_why(self) -> None:
        event, round, desk = running()
        enter_places(round.pods.get(table=1))
        for line, why in (
            ("1 2143", "Table 1 has its result already. To correct it, add ! and the reason: 12 2143 ! wrong slip."),
            ("2 213", "Type a place for each player of table 2, in the order of turns"),
            ("2 2234", "Nobody has the first place at table 2."),
            ("9 2143", "Table 9 is not in this round."),
            ("2 21", "Type a place for each player of table 2"),
            ("2 21x", "“21x” is not a result of a pod."),
        ):
            answer = desk.post("desk", line=line)
            assert answer.status_code == 422, line
            assert why in words_of(answer), line
            assert f'value="{line}"' in text_of(answer), line
        assert not round.pods.get(table=2).is_complete
        judge = DeskVisitor(event, staff_actor(event, "judge"))
        assert "Type table 2 without the drop" in words_of(judge.post("desk", line="2 2143 x1"))

    def test_a_line_from_an_old_page_writes_nothing(self) -> None:
        _event, round, desk = running()
        pod = round.pods.get(table=1)
        enter_places(pod)
        answer = desk.post("desk", line="1 2143", seen=f"{pod.pk}:1")
        assert "has changed this pod since you opened it" in words_of(answer)
        assert [place for place, _manner in stand(pod)] == [1, 2, 3, 4]

    def test_who_has_gone_needs_no_place(self) -> None:
        event, round, desk = running()
        pod, other = round.pods.order_by("table")
        for one in (pod, other):
            mark_no_show(actor=owner_of(event), registration_id=one.seats.get(seat=2).registration_id)
        desk.press("desk", line="1 3 1 2")
        assert stand(pod) == [(3, "played"), (4, "no_show"), (1, "played"), (2, "played")]
        desk.press("desk", line="2 w3 t")
        assert stand(other) == [(2, "played"), (4, "no_show"), (1, "played"), (2, "played")]
        other.refresh_from_db()
        assert other.ended_by_time

    def test_every_place_is_asked_for_where_each_is_worth_points(self) -> None:
        _event, round, desk = running(pod_places="4-3-2-1")
        assert "Every place is worth points here." in words_of(desk.post("desk", line="1 w2"))
        desk.press("desk", line="1 d")
        assert stand(round.pods.get(table=1)) == [(1, "played")] * 4

    def test_a_table_alone_opens_its_page(self) -> None:
        _event, round, desk = running()
        pod = round.pods.get(table=1)
        assert desk.post("desk", line="1").url == desk.path("desk_pod", pod.pk)

    def test_a_stack_of_slips(self) -> None:
        event, round, desk = running(12)
        one, two, three = round.pods.order_by("table")
        enter_places(three)
        answer = desk.post("desk_batch", lines="1 2143 x2\r\n2 21n3\n3 1234\n1\n3 2134 ! slips mixed up\n1 2143 x3")
        assert_clean(answer)
        page = words_of(answer)
        assert "4 slips entered" in page
        assert answer.context["batch"].left == "3 1234\n1"
        assert "table 1 alone" in page
        assert f"dropped: {names(one)[1]}" in page
        assert stand(two) == [(2, "played"), (1, "played"), (4, "no_show"), (3, "played")]
        three.refresh_from_db()
        assert three.reason == "slips mixed up"
        gone = event.registrations.filter(status="dropped").values_list("name", flat=True)
        assert sorted(gone) == sorted(names(one)[1:3])
        assert "All tables have finished" in page

    @pytest.mark.parametrize("marks", ["21q3", "213n"])
    def test_a_slip_with_a_drop_that_says_otherwise_who_did_not_come_is_not_what_stands(self, marks: str) -> None:
        event, round, desk = running()
        desk.press("desk", line="1 21n3")
        answer = desk.post("desk", line=f"1 {marks} x1")
        assert "Table 1 has its result already." in words_of(answer)
        assert not event.registrations.filter(status="dropped").exists()
        desk.press("desk", line="1 21n3 x1")
        assert event.registrations.get(status="dropped").name == names(round.pods.get(table=1))[0]

    def test_paper_mode_teaches_places(self) -> None:
        _event, _round, desk = running()
        assert "such as 12 2143" in words_of(desk.get("desk_print"))
        assert "Round 1: still to come 1, 2" in words_of(desk.get("desk_batch"))
