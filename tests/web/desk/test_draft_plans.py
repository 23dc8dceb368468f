"""Drawing a draft again and moving its tables: what it costs and who moves is shown first, then made as it was seen."""

from __future__ import annotations

import pytest

from tests.people_and_events import owner_of
from tests.running_events import finish_round, pair, publish, start_event
from tests.web.desk.desk_visits import DeskVisitor, text_of
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import browser
from tournaments.models import PairingStep, Round
from tournaments.services.drafts import swap_players
from tournaments.services.rounds import publish_round

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


@pytest.fixture
def draft() -> Round:
    event = start_event(8, planned_rounds=3)
    finish_round(publish(event))
    return pair(event)


def desk_of(draft: Round) -> DeskVisitor:
    return DeskVisitor(draft.tournament, owner_of(draft.tournament))


def seats(draft: Round) -> set[tuple[int | None, frozenset[int]]]:
    rows = Round.objects.get(tournament=draft.tournament_id, number=draft.number).matches.all()
    return {(match.table, frozenset((match.player1_id, match.player2_id))) for match in rows}


def test_another_draw_is_seen_before_it_is_made(draft: Round) -> None:
    desk, before = desk_of(draft), seats(draft)
    page = desk.get("desk_round_again", 2)
    assert_clean(page)
    assert "What counts Drawn now Drawn again Rematches and second byes 0 0" in words_of(page)
    assert seats(draft) == before
    assert PairingStep.objects.filter(tournament=draft.tournament, number=2).count() == 1
    plan = page.context["plan"]
    assert desk.get("desk_round_again", 2).context["plan"].fingerprint == plan.fingerprint  # There is one other draw.
    assert "Round 2: paired again." in desk.press("desk_round_again", 2, fingerprint=plan.fingerprint)
    assert seats(draft) == {(seat.table, frozenset(seat.pair)) for seat in plan.after.tables}


def test_everybody_reads_how_often_a_round_was_drawn(draft: Round) -> None:
    event, desk = draft.tournament, desk_of(draft)
    desk.press("desk_round_again", 2, fingerprint=desk.get("desk_round_again", 2).context["plan"].fingerprint)
    publish_round(actor=owner_of(event), round_id=event.rounds.get(number=2).pk)
    assert "Drawn 2 times before it was published." in words_of(browser().get(f"/t/{event.code}/pairings/2/"))
    assert "before it was published" not in words_of(browser().get(f"/t/{event.code}/pairings/1/"))


def test_a_draw_of_a_draft_that_has_changed_is_not_made(draft: Round) -> None:
    desk = desk_of(draft)
    seen = desk.get("desk_round_again", 2).context["plan"].fingerprint
    one, two = draft.matches.order_by("table")[:2]
    swap = {"registration_a": one.player1_id, "registration_b": two.player1_id}
    swap_players(actor=owner_of(draft.tournament), round_id=draft.pk, **swap)
    before = seats(draft)
    answer = desk.post("desk_round_again", 2, fingerprint=seen)
    assert answer.status_code == 409
    assert "Look at the choices again" in words_of(answer)
    assert seats(draft) == before


def test_who_moves_to_another_table_is_seen_before_it_is_done(draft: Round) -> None:
    desk, before = desk_of(draft), seats(draft)
    one, two = draft.matches.order_by("table")[:2]
    page = desk.get("desk_round_table", 2, query={"match": one.pk, "table": two.table})
    assert_clean(page)
    assert "4 players move" in words_of(page)
    assert f"{one.player1.entered_name} – {one.player2.entered_name}: to table {two.table}" in words_of(page)
    assert seats(draft) == before
    sent = {"match": one.pk, "table": two.table, "fingerprint": page.context["plan"].fingerprint, "reason": "stairs"}
    assert "The match plays at table 2 now." in desk.press("desk_round_table", 2, **sent)
    two.refresh_from_db()
    assert two.table == 1
    assert desk.post("desk_round_table", 2, **sent).status_code == 409
    back = f"{desk.path('desk_round_table', 2)}?match={one.pk}&amp;table=1"
    assert back in text_of(desk.get("desk"))
    desk.client.post(back.replace("&amp;", "&"))
    assert seats(draft) == before


def test_a_table_that_there_is_not_is_refused(draft: Round) -> None:
    match = draft.matches.earliest("table")
    answer = desk_of(draft).get("desk_round_table", 2, query={"match": match.pk, "table": "0"})
    assert answer.status_code == 400
    assert "Choose a table number from 1 to 9999." in words_of(answer)
