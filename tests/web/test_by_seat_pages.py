"""The pages of an event for teams of two that play by seat: desk, players, hall, slips, workbook."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse
from django.utils import translation

from tests.by_seat_events import BY_SEAT, boards, finish_by_seat, first_match, play_boards, started_by_seat
from tests.people_and_events import owner_of, player_actor
from tests.running_events import pair, publish, score
from tests.team_events import TEAMS, team_event, two_of
from tests.web.desk.desk_visits import DeskVisitor, text_of
from tests.web.pages import words_of
from tests.web.public.visiting import browser
from tests.web.test_team_pages import of_an_event, values_of
from tournaments.exports.tournament_sheets import tournament_sheets
from tournaments.models import Match, Tournament
from tournaments.queries.seats import IN_SECTION
from tournaments.services.finish import finish_tournament
from tournaments.services.reports import report_score
from tournaments.views import paper_slips

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def coming() -> Tournament:
    return team_event(*TEAMS, **BY_SEAT)


def draft() -> Tournament:
    event = started_by_seat()
    finish_by_seat(publish(event))
    pair(event)
    return event


def running() -> Tournament:
    event = started_by_seat()
    finish_by_seat(publish(event))
    play_boards(first_match(event), (2, 0))
    return event


def over() -> Tournament:
    event = started_by_seat(planned_rounds=1)
    finish_by_seat(publish(event))
    return finish_tournament(actor=owner_of(event), tournament_id=event.pk)


@pytest.mark.parametrize("stage", [coming, draft, running, over])
def test_no_page_of_the_event_fails(stage: Any) -> None:
    event = stage()
    team = event.registrations.order_by("pk").first()
    people = {
        "owner": browser(owner_of(event)),
        "member": browser(player_actor(two_of(team)[1])),
        "visitor": browser(),
    }
    boards_there = Match.everything.filter(round__tournament=event).exclude(team_match=None)
    keys = [None, *boards_there.order_by("-pk").values_list("pk", flat=True)[:1]]
    failed = []
    for key in keys:
        values = values_of(event, team) | ({"match_id": key} if key else {})
        for operation in of_an_event():
            if key and "match_id" not in operation.parameters:
                continue
            if not set(operation.parameters) <= set(values) or operation.method not in ("GET", "PUT"):
                continue
            for who, client in people.items():
                client.raise_request_exception = False
                answer = client.generic(operation.method, operation.address(values))
                if answer.status_code >= 500:
                    failed.append((operation.method, operation.address(values), who))
    assert failed == []


def test_the_desk_enters_boards_by_page_and_by_line() -> None:
    event = started_by_seat()
    match = first_match(event)
    desk = DeskVisitor(event, owner_of(event))
    first, second = boards(match)
    page = desk.read("desk")
    assert reverse("desk_match", args=[event.code, second.pk]) in page
    page = desk.read("desk_match", match.pk)
    assert "Decide the match as a whole" in page
    assert reverse("desk_match_score", args=[event.code, match.pk]) not in page
    desk.press("desk_match_score", first.pk, version="1", wins1="2", wins2="1", draws="0")
    assert "Teams play by seat here" in text_of(desk.post("desk", line=f"{match.table} 2-0"))
    desk.press("desk", line=f"{match.table}b 0-2")
    match.refresh_from_db()
    assert (match.is_complete, [game.winner_seat for game in match.games.order_by("number")]) == (True, [1, 2])
    answer = desk.post("desk_match_score", match.pk, version=str(match.version), wins1="2", wins2="0", draws="0")
    assert answer.status_code == 422


def test_nobody_drops_a_team_by_the_slip_of_a_board() -> None:
    event = started_by_seat()
    match = first_match(event)
    desk = DeskVisitor(event, owner_of(event))
    page = text_of(desk.post("desk", line=f"{match.table}a 2-1 x2"))
    assert "A team drops as a whole" in page
    assert not any(board.is_complete for board in boards(match))
    assert not event.registrations.filter(status="dropped").exists()
    page = text_of(desk.post("desk_batch", lines=f"{match.table}b 2-1 x1\n{match.table}b 2-1"))
    assert "A team drops as a whole" in page
    assert [board.is_complete for board in boards(match)] == [False, True]
    desk.press("desk", line=f"{match.table} l1 x1")
    assert event.registrations.get(status="dropped") == match.player1


def test_a_line_for_a_board_is_checked_against_the_board_that_was_shown() -> None:
    event = started_by_seat()
    match = play_boards(first_match(event), (2, 0))
    desk = DeskVisitor(event, owner_of(event))
    board = boards(match)[0]
    seen = re.findall(r'name="seen"[^>]*value="([^"]*)"', desk.read("desk"))[0]
    assert f"{board.pk}:{board.version}" in seen.split(",")
    line = f"{match.table}a 0-2 ! 写反了"
    desk.press("desk", line=line, seen=seen)
    assert desk.post("desk", line=f"{match.table}a 2-1 ! 又错了", seen=seen).status_code == 422
    found = boards(match)[0]
    assert (found.version, found.games.filter(winner_seat=2).count()) == (board.version + 1, 2)


def test_the_floor_shows_which_board_plays() -> None:
    event = started_by_seat()
    match = first_match(event)
    play_boards(match, (2, 0))
    page = DeskVisitor(event, owner_of(event)).read("desk_floor")
    [tile] = re.findall(rf'id="tile-{match.pk}".*?</a>', page, re.DOTALL)
    assert re.findall(r'title="Seat (.)".*?aria-label="([^"]*)"', tile, re.DOTALL) == [
        ("A", "Done"), ("B", "no result yet")
    ]  # fmt: skip


def test_an_open_page_hears_of_every_report_on_a_board() -> None:
    event = started_by_seat()
    match = first_match(event)
    first, second = boards(match)
    phone = browser(player_actor(second.player2))

    def stands() -> tuple[str, str]:
        page = phone.get(reverse("my_page")).content.decode()
        own = re.findall(rf'data-entry="{match.player2_id}".*?data-stand="([^"]*)"', page, re.DOTALL)
        section = match.player2_id // IN_SECTION
        row = browser().get(reverse("event_seats", args=[event.code, "stand", section])).content.decode()
        theirs = re.findall(rf'"{match.player2_id}"[^>]*data-stand="([^"]*)"', row)
        return own[0], theirs[0]

    seen = [stands()]
    report_score(actor=player_actor(first.player1), match_id=first.pk, wins1=2, wins2=0)
    seen.append(stands())
    report_score(actor=player_actor(second.player1), match_id=second.pk, wins1=2, wins2=0)
    seen.append(stands())
    assert all(own == theirs for own, theirs in seen)
    assert len(set(seen)) == 3


def test_staff_swap_seats_before_the_start() -> None:
    event = coming()
    team = event.registrations.order_by("pk").first()
    one, two = two_of(team)
    desk = DeskVisitor(event, owner_of(event))
    assert "Swap their seats" in desk.read("desk_entry", team.pk)
    page = desk.press("desk_entry_seats", team.pk, first=str(two.pk))
    assert page.index(two.name) < page.index(one.name)
    assert browser(player_actor(one)).post(desk.path("desk_entry_seats", team.pk), {"first": one.pk}).status_code == 302
    assert two_of(team) == (two, one)


def test_members_report_their_own_board_from_their_page() -> None:
    event = started_by_seat()
    match = first_match(event)
    board = boards(match)[1]
    one, two = browser(player_actor(board.player1)), browser(player_actor(board.player2))
    address = reverse("entry_report", args=[board.player1_id])
    page = text_of(one.get(reverse("my_page")))
    assert address in page
    assert reverse("entry_report", args=[board.team_match.player1_id if board.team_match else 0]) not in page
    one.post(address, {"match": board.pk, "score": "2-1-0", "key": "a"})
    page = text_of(two.get(reverse("match", args=[event.code, board.pk])))
    assert reverse("entry_report", args=[board.player2_id]) in page
    two.post(reverse("entry_report", args=[board.player2_id]), {"match": board.pk, "score": "1-2-0", "key": "b"})
    board.refresh_from_db()
    assert board.is_complete
    stranger = browser(player_actor(boards(match)[0].player1))
    assert stranger.post(address, {"match": board.pk, "score": "0-2-0", "key": "c"}).status_code == 404


def test_members_read_how_their_board_ended_while_the_other_one_plays() -> None:
    event = started_by_seat()
    board, beside = boards(first_match(event))
    score(board, 2, 1)
    won, lost, plays = (browser(player_actor(entry)) for entry in (board.player1, board.player2, beside.player1))
    page = reverse("my_page")
    assert "You won 2–1" in words_of(won.get(page))
    assert "You lost 1–2" in words_of(lost.get(page))
    assert "You won" not in words_of(plays.get(page))


def test_members_read_their_seat_where_staff_enter_the_results() -> None:
    event = started_by_seat(players_report=False)
    board = boards(first_match(event))[1]
    page = text_of(browser(player_actor(board.player1)).get(reverse("my_page"), HTTP_ACCEPT_LANGUAGE="en"))
    assert re.search(rf'href="{reverse("match", args=[event.code, board.pk])}">Seat B · ', page)
    assert "Seat A · " not in page


def test_the_desk_lists_a_board_whose_report_waits() -> None:
    event = started_by_seat()
    board = boards(first_match(event))[0]
    report_score(actor=player_actor(board.player1), match_id=board.pk, wins1=2, wins2=0)
    page = DeskVisitor(event, owner_of(event)).read("desk_match", board.pk)
    assert "2–0" in page


def test_everybody_sees_who_sits_where() -> None:
    event = running()
    match = event.rounds.get(number=2).matches.order_by("table").first()
    page = text_of(browser().get(reverse("match", args=[event.code, match.pk])))
    for board, letter in zip(boards(match), "AB", strict=True):
        assert f"Seat {letter}" in page
        assert reverse("match", args=[event.code, board.pk]) in page
        assert "Why this pairing?" not in text_of(browser().get(reverse("match", args=[event.code, board.pk])))
    assert boards(match)[1].player1.name in page
    assert boards(match)[0].player1.name not in page


def test_each_board_has_a_slip() -> None:
    event = started_by_seat()
    match = first_match(event)
    page = text_of(browser(owner_of(event)).get(reverse("desk_paper", args=[event.code, "slips"]), {"names": "desk"}))
    assert page.count('class="slip"') == 4
    for board in boards(match):
        assert board.player1.name in page


@pytest.mark.parametrize(("paper", "slips"), [("slips", 4), ("round", 8)])
def test_each_board_of_a_draft_has_a_slip_that_leads_to_the_match_of_the_teams(
    paper: str, slips: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = started_by_seat()
    round = pair(event)
    led_to: list[str] = []
    monkeypatch.setattr(paper_slips, "draw_codes", lambda paths, label: led_to.extend(paths) or [""] * len(paths))
    page = text_of(browser(owner_of(event)).get(reverse("desk_paper", args=[event.code, paper]), {"names": "desk"}))
    assert page.count('class="slip"') == slips
    matches = list(round.matches.order_by("table"))
    for match in matches:
        assert all(member.name in page for team in match.entries for member in two_of(team))
    addresses = [reverse("desk_match", args=[event.code, match.pk]) for match in matches for _board in "AB"]
    assert [address.partition("//")[2].partition("/")[2] for address in led_to] == [one[1:] for one in addresses]


def test_the_workbook_has_boards_and_their_games() -> None:
    event = started_by_seat()
    play_boards(first_match(event), (2, 1), (0, 2))
    with translation.override("en"):
        sheets = {sheet.title: sheet for sheet in tournament_sheets(tournament=event, actor=owner_of(event))}
    rows = list(sheets["Boards"].rows)
    assert len(rows) == 4
    played = sorted(tuple(row[2:3] + row[7:9]) for row in rows if row[10])
    assert played == [("A", 2, 1), ("B", 0, 2)]
    assert len(list(sheets["Games"].rows)) == 5


def test_after_one_board_the_other_one_is_next() -> None:
    """The big button led past it, or said that all tables were done."""
    event = started_by_seat()
    match = first_match(event)
    desk = DeskVisitor(event, owner_of(event))
    one, other = boards(match)
    score(one, 2, 0)
    assert f'href="{desk.path("desk_match", other.pk)}" autofocus' in desk.read("desk_match", one.pk)
    score(other, 2, 0)
    assert desk.path("desk_match", other.pk) not in desk.read("desk_match", one.pk).split('class="go-on"')[1][:400]
