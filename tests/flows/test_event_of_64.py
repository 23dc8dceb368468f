"""One event of 64: two at the desk and a judge on a phone, what goes wrong on such a day, and what everybody sees.

The pages are used for what these people do; everything else is played through the services.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

from tests.flows.browsers import Hall, Visitor
from tests.flows.deck_lists import LEGAL
from tests.flows.desk_hands import DeskHands, Table
from tests.judged_events import hand_in
from tests.people_and_events import enter, load_every_game, make_event, owner_of, staff_actor
from tests.running_events import finish_round, publish, score
from tests.web.public.visiting import open_links
from tournaments.models import JudgeCall, Match, Registration, Round, Snapshot, Tournament
from tournaments.services.start import start_tournament

pytestmark = pytest.mark.slow

PLAYERS = 64
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
CHECKED, LEAVER, OTHER_LEAVER, LATE = "P01", "P63", "P64", "Late Lee"
REASON = "slip read upside down"
QUESTION, RULING = "May I look at his deck?", "Explained the rule"
SWISS_ROUNDS = 4


@dataclass
class Staff:
    """Who runs the event: two at the desk, and a judge with a phone."""

    event: Tournament
    desk: DeskHands
    keeper: DeskHands
    judge: Visitor
    anybody: Visitor


def come_in(hall: Hall, event: Tournament) -> Staff:
    keeper, judge = staff_actor(event, "scorekeeper"), staff_actor(event, "judge")
    return Staff(
        event=event,
        desk=hands(hall, event, owner_of(event).user),
        keeper=hands(hall, event, keeper.user),
        judge=signed_in(hall.visitor(**PHONE), judge.user),
        anybody=hall.visitor(**PHONE),
    )


def hands(hall: Hall, event: Tournament, user: Any) -> DeskHands:
    at_desk = DeskHands(signed_in(hall.visitor(), user))
    at_desk.code = event.code
    return at_desk


def signed_in(visitor: Visitor, user: Any) -> Visitor:
    visitor.sign_in(user.get_username())
    return visitor


def phone_of(hall: Hall, entry: Registration) -> Visitor:
    """The phone that has the player's personal link."""
    client = Client()
    open_links(client, entry.player)
    visitor = hall.visitor(**PHONE)
    session = client.cookies["dueldesk_session"].value
    visitor.page.context.add_cookies([{"name": "dueldesk_session", "value": session, "url": hall.address}])
    return visitor


def sixty_four() -> Tournament:
    event = make_event(planned_rounds=SWISS_ROUNDS, top_cut=8, name="City Open")
    enter(event, *(f"P{number:02}" for number in range(1, PLAYERS + 1)))
    hand_in(event.registrations.get(name=CHECKED), LEGAL)
    return start_tournament(actor=owner_of(event), tournament_id=event.pk)


def table_of(match: Match, code: str) -> Table:
    return Table(match.table or 0, match.player1.name, match.player2.name, f"/t/{code}/desk/match/{match.pk}/")


def test_an_event_of_64_from_its_first_round_to_its_champion(hall: Hall) -> None:
    """A deck check, penalties, a call, drops and a late entry in the first round; a slip of it that turns out wrong in
    the third; an outage in the fourth, after which a new event goes on from the newest automatic snapshot; the top
    eight, beside a second event on the same tables."""
    load_every_game()
    event = sixty_four()
    first = publish(event)
    staff = come_in(hall, event)
    check_a_deck(staff)
    warn_twice(staff)
    answer_a_call(staff, phone_of(hall, event.registrations.get(name=CHECKED)))
    two_enter_the_same_table(staff, first)
    leave_and_come_late(staff)
    finish_round(first)
    finish_round(publish(event))
    third = publish(event)
    repair_the_third_round(staff, first, third)
    finish_round(third)
    restored = lose_the_fourth_round(staff, publish(event))
    play_the_cut(staff, restored)


def check_a_deck(staff: Staff) -> None:
    """The judge counts a deck; the desk reads that it was checked and clean."""
    page, entry = staff.judge.page, staff.event.registrations.get(name=CHECKED)
    staff.judge.go("desk_check_entry", staff.event.code, entry.pk)
    with page.expect_navigation():
        page.get_by_role("button", name="Start the check").tap()
    for section, size in (("main", 40), ("side", 10)):
        page.locator(f"#section-{section} summary").tap()
        with page.expect_navigation():
            page.get_by_role("button", name=re.compile(f"All {size} present")).tap()
    with page.expect_navigation():
        page.get_by_role("link", name="Compare").tap()
    with page.expect_navigation():
        page.get_by_role("button", name="Clean: end the check").tap()
    staff.judge.reads(f"The deck of {CHECKED} is clean.")
    staff.desk.visitor.go("desk_checks_past", staff.event.code)
    staff.desk.visitor.reads(CHECKED)


def warn_twice(staff: Staff) -> None:
    """At the second penalty the page says what the first was; the organiser reads both."""
    for is_repeated in (False, True):
        give_a_penalty(staff.judge, staff.event.code, is_repeated)
    staff.desk.visitor.go("desk_penalties", staff.event.code)
    expect(staff.desk.page.locator("main")).to_contain_text(re.compile(f"{CHECKED}.*{CHECKED}", re.S))


def give_a_penalty(judge: Visitor, code: str, is_repeated: bool) -> None:
    page = judge.page
    judge.go("desk_penalty_new", code)
    page.locator("#who").fill(CHECKED)
    with page.expect_navigation():
        page.locator("#who").press("Enter")
    with page.expect_navigation():
        page.locator(".check-list a").filter(has_text=CHECKED).tap()
    page.locator("[name=infraction]").select_option("decklist_problem")
    earlier = page.locator(".penalty-advice").get_by_text("Not the first time in this event")
    expect(earlier).to_have_count(int(is_repeated))
    with page.expect_navigation():
        page.get_by_role("button", name="Give the penalty").tap()


def answer_a_call(staff: Staff, player: Visitor) -> None:
    """A player calls, the judge goes there and rules; the player reads that somebody comes, the desk what was ruled."""
    code, judge = staff.event.code, staff.judge
    player.go("my_page")
    player.page.get_by_placeholder("Why? (optional)").fill(QUESTION)
    player.page.get_by_role("button", name="Call a judge").tap()
    expect(player.page.locator(".judge-called")).to_contain_text("You have called a judge.")
    judge.go("desk_floor", code)
    judge.reads(QUESTION)
    with judge.page.expect_navigation():
        judge.page.get_by_role("button", name="I am going").first.tap()
    player.go("my_page")
    player.reads("A judge is coming to your table.")
    judge.go("desk_call", code, JudgeCall.objects.get().pk)
    judge.fill(ruling=RULING)
    with judge.page.expect_navigation():
        judge.page.get_by_role("button", name="Close the call").tap()
    staff.desk.visitor.go("desk_calls", code)
    staff.desk.visitor.reads(RULING)
    player.go("my_page")
    expect(player.page.get_by_role("button", name="Call a judge")).to_be_visible()


def two_enter_the_same_table(staff: Staff, first: Round) -> None:
    """Two hold a copy of the same slip: the second reads what stands there, and each sees the other's entries."""
    match = first.matches.get(table=7)
    opened = table_of(match, staff.event.code)
    staff.keeper.page.goto(opened.path)
    staff.desk.page.goto(opened.path)
    staff.desk.page.get_by_role("button", name="2–0", exact=True).first.click()
    staff.desk.visitor.reads("2–0")
    expect(staff.desk.page.locator(".big-score")).to_have_text("2–0")
    staff.keeper.page.get_by_role("button", name="2–1", exact=True).first.click()
    expect(staff.keeper.page.locator(".conflict")).to_contain_text(str(owner_of(staff.event).user))
    expect(staff.keeper.page.locator(".big-score")).to_have_text("2–0")
    for at_desk in (staff.desk, staff.keeper):
        at_desk.visitor.go("desk", staff.event.code)
    for at_desk, other, line, shown in (
        (staff.desk, staff.keeper, "8 21", "2–1"),
        (staff.keeper, staff.desk, "9 02", "0–2"),
    ):
        at_desk.page.locator("#typed").fill(line)
        at_desk.page.locator("#typed").press("Enter")
        for one in (at_desk, other):
            expect(one.page.locator(f'[data-table="{line[0]}"]').first).to_contain_text(shown)


def leave_and_come_late(staff: Staff) -> None:
    """Each at the desk drops a player, one enters another; everybody reads it in the list of players."""
    for at_desk, name in ((staff.desk, LEAVER), (staff.keeper, OTHER_LEAVER)):
        entry = staff.event.registrations.get(name=name)
        at_desk.visitor.go("desk_entry_change", staff.event.code, entry.pk, "drop")
        at_desk.visitor.submit("reason")
        at_desk.visitor.reads("Dropped")
    staff.desk.visitor.go("desk_entry_add", staff.event.code)
    staff.desk.visitor.fill(name=LATE)
    staff.desk.page.locator('main input[name=late_policy][value="loss"]').check()
    staff.desk.visitor.submit("name")
    staff.anybody.go("tournament_players", staff.event.code)
    staff.anybody.reads(LATE)


def repair_the_third_round(staff: Staff, first: Round, third: Round) -> None:
    """A slip of round 1 was wrong: the page says who has to move, and no one else does."""
    wrong = first.matches.get(table=1)
    staff.keeper.correct_score(table_of(wrong, staff.event.code), 0, 2, REASON)
    before = opponents_in(third)
    page = staff.desk.page
    staff.desk.visitor.go("desk_round_repair", staff.event.code, 3)
    form = page.locator('main form:has([name=choice][value="repair"])')
    move = form.get_by_role("button", name=re.compile(r"^\s*Move \d+ players\s*$"))
    expect(move).to_be_visible()
    announced = int(re.findall(r"\d+", move.inner_text())[0])
    with page.expect_navigation():
        move.click()
    after = opponents_in(third)
    moved = {name for name in before if before[name] != after[name]}
    assert 0 < len(moved) <= announced < PLAYERS // 4
    assert wrong.player1.name in moved or wrong.player2.name in moved
    staff.anybody.go("tournament_pairings", staff.event.code)
    staff.anybody.reads("Repaired after a correction")


def opponents_in(round: Round) -> dict[str, str]:
    """Everybody's opponent, by name; nobody for a bye."""
    found = {bye.registration.name: "" for bye in round.byes.select_related("registration")}
    for match in round.matches.select_related("player1", "player2"):
        found |= {match.player1.name: match.player2.name, match.player2.name: match.player1.name}
    return found


def lose_the_fourth_round(staff: Staff, round: Round) -> Tournament:
    """The results of 20 tables are lost with the machine: the slips of the whole round are typed into the event that
    is restored from the snapshot that was taken by itself when the round was published."""
    tables = round.matches.count()
    for match in round.matches.filter(table__lte=20):
        score(match, 2, 0)
    desk = staff.desk
    restored = restore(desk, tables)
    for number in range(1, SWISS_ROUNDS):
        assert not restored.rounds.get(number=number).matches.filter(is_complete=False).exists()
    paired = [(match.table, match.player1.name, match.player2.name) for match in matches_in(round)]
    assert paired == [
        (match.table, match.player1.name, match.player2.name)
        for match in matches_in(restored.rounds.get(number=SWISS_ROUNDS))
    ]
    desk.visitor.go("desk_batch", desk.code)
    desk.visitor.fill(lines="\n".join(f"{table} 20" for table, _one, _two in paired))
    desk.visitor.submit("lines")
    desk.visitor.reads(f"{tables} slips entered")
    desk.complete(SWISS_ROUNDS)
    return restored


def matches_in(round: Round) -> list[Match]:
    return list(round.matches.select_related("player1", "player2").order_by("table"))


def restore(desk: DeskHands, tables: int) -> Tournament:
    """Make a new event of the newest snapshot, which nobody asked for."""
    page, old = desk.page, desk.code
    newest = Snapshot.objects.filter(tournament__code=old).latest("pk")
    assert (newest.step, newest.state) == (Snapshot.Step.PUBLISHED, Snapshot.State.READY)
    desk.visitor.go("desk_snapshots", old)
    with page.expect_navigation():
        page.get_by_role("link", name=re.compile(r"^Restore \d")).first.click()
    assert page.url.endswith(reverse("desk_restore", args=[old, newest.pk]))
    desk.visitor.fill(name="City Open, again")
    with page.expect_navigation():
        page.get_by_role("button", name="Make the new event").click()
    with page.expect_navigation():
        page.get_by_role("link", name="Open its desk").click()
    desk.code = page.url.split("/")[4]
    assert desk.code != old
    expect(page.locator("#desk-next")).to_contain_text(re.compile(rf"0\s*/\s*{tables}"))
    return Tournament.objects.get(code=desk.code)


def play_the_cut(staff: Staff, event: Tournament) -> None:
    """Quarter-finals, while a second event begins at the tables behind them; semi-finals; final; the champion."""
    desk = staff.desk
    desk.visitor.go("desk_cut", event.code)
    desk.visitor.submit("size")
    quarter = SWISS_ROUNDS + 1
    desk.visitor.press("desk_round_publish", event.code, quarter)
    expect(desk.page.locator("[data-table][data-one]")).to_have_count(4)
    second = begin_a_second_event(staff, event)
    for number in (quarter, quarter + 1):
        finish_round(event.rounds.get(number=number))
        publish(event)
    final = event.rounds.get(number=quarter + 2).matches.get()
    desk.page.goto(table_of(final, event.code).path)
    desk.page.get_by_role("button", name="2–1", exact=True).first.click()
    expect(desk.page.locator(".big-score")).to_have_text("2–1")
    desk.complete(quarter + 2)
    desk.visitor.go("desk_finish", event.code)
    with desk.page.expect_navigation():
        desk.page.locator("main").get_by_role("button", name="Finish the event").click()
    staff.anybody.go("tournament_bracket", event.code)
    expect(staff.anybody.page.locator("svg.bracket .bracket-match")).to_have_count(7)
    expect(staff.anybody.page.locator("svg.bracket .bracket-won").last).to_contain_text(final.player1.name)
    staff.anybody.go("tournament_pairings", second.code)
    staff.anybody.reads("Round 1")


def begin_a_second_event(staff: Staff, event: Tournament) -> Tournament:
    """Of those who are out of the first: its tables carry on after those that are taken."""
    second = make_event(owner_of(event), name="Side event", first_table=5, planned_rounds=3)
    out = event.registrations.filter(seed__isnull=True).order_by("number")[:16]
    enter(second, *(entry.name for entry in out))
    start_tournament(actor=owner_of(event), tournament_id=second.pk)
    round = publish(second)
    taken = [
        match.table
        for each in (event.rounds.get(number=SWISS_ROUNDS + 1), round)
        for match in each.matches.order_by("table")
    ]
    assert taken == list(range(1, 13))
    staff.desk.visitor.go("desk", second.code)
    expect(staff.desk.page.locator('[data-table="5"]').first).to_be_visible()
    expect(staff.desk.page.locator('[data-table="4"]')).to_have_count(0)
    return second
