"""One event of 64 on the running site: two at the desk and a judge on a phone who press at the same moment, what goes
wrong on such a day, and what everybody sees. Nothing is played but through the pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, expect

from tests.config.running_site import running_site
from tests.flows.city_open import CHECKED, PLAYERS, SIDE_PLAYERS, SWISS_ROUNDS
from tests.flows.desk_hands import DeskHands, Table
from tests.flows.pressed_together import entering, pressing
from tests.flows.staff_at_work import Staff, come_in

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

LEAVER, OTHER_LEAVER, LATE = "P63", "P64", "Late Lee"
WARNED = "P02"
REASON = "slip read upside down"
QUESTION, RULING = "May I look at his deck?", "Explained the rule"
TYPED_BEFORE_THE_OUTAGE = 20


@pytest.fixture
def staff(browser: Browser) -> Iterator[Staff]:
    with running_site(filled=True) as site, come_in(browser, site) as people:
        yield people


def test_an_event_of_64_from_its_first_round_to_its_champion(staff: Staff) -> None:
    """A deck check, penalties, a call, drops and a late entry in the first round; a second event at tables of the same
    numbering; a slip of the first round that turns out wrong in the third; everything killed in the fourth, which goes
    on, and is played once more in an event that is restored from a snapshot; the top eight."""
    first = staff.desk.pair_and_publish(1)
    check_a_deck(staff)
    results_and_a_penalty_at_once(staff)
    two_enter_one_table_while_a_call_is_closed(staff, first)
    leave_and_come_late_at_once(staff)
    finish_round(staff, 1)
    staff.desk.pair_and_publish(2)
    side = begin_a_second_event(staff)
    finish_round(staff, 2)
    repair_the_third_round(staff, first[0], staff.desk.pair_and_publish(3))
    finish_round(staff, 3)
    fourth = staff.desk.pair_and_publish(4)
    kill_everything_in_the_fourth_round(staff, fourth)
    standings = go_on(staff, fourth)
    assert play_the_round_again_from_a_snapshot(staff, fourth) == standings
    play_the_cut(staff)
    finish_the_second_event(staff, side)


def check_a_deck(staff: Staff) -> None:
    """The judge counts a deck; the desk reads that it was checked and clean."""
    page = staff.judge.page
    staff.judge.go("desk_check_entry", staff.event.code, staff.event.entries[CHECKED])
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


def results_and_a_penalty_at_once(staff: Staff) -> None:
    """Two type a result each while the judge gives a penalty: all three stand, and both desks show both results."""
    for at_desk in (staff.desk, staff.keeper):
        at_desk.visitor.go("desk", staff.event.code)
    staff.together(
        entering(staff.desk.page.locator("#typed"), "8 21"),
        entering(staff.keeper.page.locator("#typed"), "9 02"),
        pressing(staff.penalty(CHECKED)),
    )
    for at_desk in (staff.desk, staff.keeper):
        for table, shown in (("8", "2–1"), ("9", "0–2")):
            expect(at_desk.page.locator(f'[data-table="{table}"]').first).to_contain_text(shown)
    staff.judge.reads(CHECKED)


def two_enter_one_table_while_a_call_is_closed(staff: Staff, first: list[Table]) -> None:
    """A player calls, the judge goes there and rules. While the call is closed two enter a copy of the same slip: one
    of them reads what the other has entered, and that stands."""
    opened, judge, player = next(table for table in first if table.number == 7), staff.judge, staff.player
    player.go("my_page")
    player.page.get_by_placeholder("Why? (optional)").fill(QUESTION)
    player.page.get_by_role("button", name="Call a judge").tap()
    expect(player.page.locator(".judge-called")).to_contain_text("You have called a judge.")
    judge.go("desk_floor", staff.event.code)
    judge.reads(QUESTION)
    with judge.page.expect_navigation():
        judge.page.get_by_role("button", name="I am going").first.tap()
    player.go("my_page")
    player.reads("A judge is coming to your table.")
    judge.go("desk_floor", staff.event.code)
    with judge.page.expect_navigation():
        judge.page.locator("a.call-what").first.tap()
    judge.fill(ruling=RULING)
    for at_desk in (staff.desk, staff.keeper):
        at_desk.page.goto(opened.path)
    staff.together(
        pressing(staff.desk.page.get_by_role("button", name="2–0", exact=True).first),
        pressing(staff.keeper.page.get_by_role("button", name="2–1", exact=True).first),
        pressing(judge.page.get_by_role("button", name="Close the call")),
    )
    shown = [at_desk.page.locator(".big-score") for at_desk in (staff.desk, staff.keeper)]
    for score in shown:
        expect(score).to_have_text(re.compile("^2–[01]$"))
    assert shown[0].inner_text() == shown[1].inner_text()
    notified, other = (staff.keeper, staff.event.owner), (staff.desk, staff.event.keeper)
    if shown[0].inner_text() == "2–1":
        notified, other = other, notified
    expect(notified[0].page.locator(".conflict")).to_contain_text(notified[1])
    expect(other[0].page.locator(".conflict")).to_have_count(0)
    staff.desk.visitor.go("desk_calls", staff.event.code)
    staff.desk.visitor.reads(RULING)
    player.go("my_page")
    expect(player.page.get_by_role("button", name="Call a judge")).to_be_visible()


def leave_and_come_late_at_once(staff: Staff) -> None:
    """Each at the desk lets a player drop, one of them while the other enters somebody; everybody reads it in the list
    of players."""
    code, desk, keeper = staff.event.code, staff.desk, staff.keeper
    desk.visitor.go("desk_entry_change", code, staff.event.entries[OTHER_LEAVER], "drop")
    desk.visitor.submit("reason")
    desk.visitor.go("desk_entry_add", code)
    desk.visitor.fill(name=LATE)
    desk.page.locator('main input[name=late_policy][value="loss"]').check()
    desk.visitor.is_grown_up()
    keeper.visitor.go("desk_entry_change", code, staff.event.entries[LEAVER], "drop")
    staff.together(
        pressing(desk.sending("name")),
        pressing(keeper.sending("reason")),
        pressing(staff.penalty(CHECKED, is_repeated=True)),
    )
    keeper.visitor.reads("Dropped")
    staff.judge.reads(CHECKED)
    staff.anybody.go("tournament_players", code)
    staff.anybody.reads(LATE)
    desk.visitor.go("desk_penalties", code)
    expect(desk.page.locator("main")).to_contain_text(re.compile(f"{CHECKED}.*{CHECKED}", re.S))


def finish_round(staff: Staff, number: int) -> None:
    """Both type half of the slips that are left at the same time; then the round is over."""
    left = staff.desk.open_tables()
    halves = (left[::2], left[1::2])
    at_desks = (staff.desk, staff.keeper)
    staff.together(*(pressing(desk.stack_of(half)) for desk, half in zip(at_desks, halves, strict=True)))
    for desk, half in zip(at_desks, halves, strict=True):
        desk.visitor.reads(f"{len(half)} slips entered")
    staff.desk.complete(number)


def begin_a_second_event(staff: Staff) -> DeskHands:
    """One numbering for both: its first tables are taken, which its desk says with the name of who has them; those that
    are offered instead lie behind them."""
    side = DeskHands(staff.desk.visitor)
    side.code = staff.event.side
    page = side.page
    side.visitor.go("desk_start", side.code)
    clash = page.locator(".notice-need").filter(has_text="Another event uses the same tables:")
    expect(clash).to_contain_text(re.compile(rf"City Open\s*1-{SIDE_PLAYERS // 2}"))
    with page.expect_navigation():
        clash.get_by_role("link", name=re.compile("Use tables")).click()
    taken = PLAYERS // 2
    expect(page.locator("[name=first_table]")).to_have_value(str(taken))
    side.visitor.submit("first_table", button="button.btn-primary")
    side.start()
    tables = [table.number for table in side.pair_and_publish(1)]
    assert tables == list(range(taken, taken + SIDE_PLAYERS // 2))
    assert not set(tables) & {table.number for table in staff.desk.tables(2)}
    return side


def repair_the_third_round(staff: Staff, wrong: Table, third: list[Table]) -> None:
    """A slip of round 1 was wrong: the page says who has to move, and no one else does."""
    staff.keeper.correct_score(wrong, 0, 2, REASON)
    before = opponents_in(staff.desk, 3, third)
    page = staff.desk.page
    staff.desk.visitor.go("desk_round_repair", staff.event.code, 3)
    form = page.locator('main form:has([name=choice][value="repair"])')
    move = form.get_by_role("button", name=re.compile(r"^\s*Move \d+ players\s*$"))
    expect(move).to_be_visible()
    announced = int(re.findall(r"\d+", move.inner_text())[0])
    with page.expect_navigation():
        move.click()
    after = opponents_in(staff.desk, 3, staff.desk.tables(3))
    moved = {name for name in before if before[name] != after.get(name)}
    assert 0 < len(moved) <= announced < PLAYERS // 4
    assert wrong.one in moved or wrong.two in moved
    staff.anybody.go("tournament_pairings", staff.event.code)
    staff.anybody.reads("Repaired after a correction")


def opponents_in(desk: DeskHands, number: int, tables: list[Table]) -> dict[str, str]:
    """Everybody's opponent, by name; nobody for a bye."""
    found = dict.fromkeys(desk.bye_of(number), "")
    for table in tables:
        found |= {table.one: table.two, table.two: table.one}
    return found


def kill_everything_in_the_fourth_round(staff: Staff, fourth: list[Table]) -> None:
    """The results of 20 tables have been acknowledged, those of the others and a penalty are under way, when server,
    database and worker are gone; then the site is started again."""
    numbers = [table.number for table in fourth]
    staff.desk.stack_of(numbers[:TYPED_BEFORE_THE_OUTAGE]).click()
    staff.desk.visitor.reads(f"{TYPED_BEFORE_THE_OUTAGE} slips entered")
    staff.together(
        pressing(staff.keeper.stack_of(numbers[TYPED_BEFORE_THE_OUTAGE:])),
        pressing(staff.penalty(WARNED)),
        then=staff.site.kill9_all,
    )
    staff.site.restart()


def go_on(staff: Staff, fourth: list[Table]) -> list[str]:
    """Everybody is still signed in. What was acknowledged is there and nothing else, and the round is played to its
    end; the standings after it."""
    left = [table.number for table in fourth][TYPED_BEFORE_THE_OUTAGE:]
    assert staff.keeper.open_tables() == left
    staff.together(pressing(staff.keeper.stack_of(left)), pressing(staff.penalty(WARNED)))
    staff.keeper.visitor.reads(f"{len(left)} slips entered")
    staff.judge.reads(WARNED)
    staff.desk.complete(SWISS_ROUNDS)
    return standings_of(staff, staff.event.code)


def standings_of(staff: Staff, code: str) -> list[str]:
    """Every row as anybody reads it."""
    staff.anybody.go("tournament_standings", code)
    rows = staff.anybody.page.locator("#standings tr")
    expect(rows).to_have_count(PLAYERS + 1)
    return rows.all_inner_texts()


def play_the_round_again_from_a_snapshot(staff: Staff, fourth: list[Table]) -> list[str]:
    """A new event of the snapshot that was taken by itself when the round was published: it has the same tables, and
    the slips, typed in one stack, lead to the standings that this returns."""
    page, again = staff.desk.page, DeskHands(staff.desk.visitor)
    staff.desk.visitor.go("desk_snapshots", staff.event.code)
    taken = page.get_by_role("row").filter(has_text="Round published").first
    with page.expect_navigation():
        taken.get_by_role("link", name=re.compile(r"^Restore \d")).click()
    staff.desk.visitor.fill(name="City Open, again")
    with page.expect_navigation():
        page.get_by_role("button", name="Make the new event").click()
    with page.expect_navigation():
        page.get_by_role("link", name="Open its desk").click()
    again.code = page.url.split("/")[4]
    assert again.code != staff.event.code
    assert [paired(table) for table in again.tables(SWISS_ROUNDS)] == [paired(table) for table in fourth]
    left = again.open_tables()
    again.stack_of(left).click()
    again.visitor.reads(f"{len(left)} slips entered")
    again.complete(SWISS_ROUNDS)
    return standings_of(staff, again.code)


def paired(table: Table) -> tuple[int, str, str]:
    return table.number, table.one, table.two


def play_the_cut(staff: Staff) -> None:
    """Quarter-finals, semi-finals, which both type at the same time, final; the champion in everybody's bracket."""
    desk, code, quarter = staff.desk, staff.event.code, SWISS_ROUNDS + 1
    desk.visitor.go("desk_cut", code)
    desk.visitor.submit("size")
    desk.visitor.press("desk_round_publish", code, quarter)
    assert sorted(table.number for table in desk.tables(quarter)) == [1, 2, 3, 4]
    finish_round(staff, quarter)
    semi_finals = desk.pair_and_publish(quarter + 1)
    for at_desk, table in zip((desk, staff.keeper), semi_finals, strict=True):
        at_desk.page.goto(table.path)
    staff.together(*(pressing(a_score(at_desk, "2–1")) for at_desk in (desk, staff.keeper)))
    for at_desk in (desk, staff.keeper):
        expect(at_desk.page.locator(".big-score")).to_have_text("2–1")
    desk.complete(quarter + 1)
    (final,) = desk.pair_and_publish(quarter + 2)
    desk.page.goto(final.path)
    a_score(desk, "2–1").click()
    expect(desk.page.locator(".big-score")).to_have_text("2–1")
    desk.complete(quarter + 2)
    desk.visitor.go("desk_finish", code)
    with desk.page.expect_navigation():
        desk.page.locator("main").get_by_role("button", name="Finish the event").click()
    staff.anybody.go("tournament_bracket", code)
    expect(staff.anybody.page.locator("svg.bracket .bracket-match")).to_have_count(7)
    expect(staff.anybody.page.locator("svg.bracket .bracket-won").last).to_contain_text(final.one)


def a_score(desk: DeskHands, score: str) -> Locator:
    """The button that enters it for the match that is open."""
    return desk.page.get_by_role("button", name=score, exact=True).first


def finish_the_second_event(staff: Staff, side: DeskHands) -> None:
    """Its round stood through all of that, at its own tables."""
    side.stack_of(side.open_tables()).click()
    side.visitor.reads(f"{SIDE_PLAYERS // 2} slips entered")
    side.complete(1)
    staff.anybody.go("tournament_standings", side.code)
    expect(staff.anybody.page.locator("#standings tr")).to_have_count(SIDE_PLAYERS)
