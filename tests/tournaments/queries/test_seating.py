"""What is pushed to open pages of where their players sit: what the public pairings page shows, and nothing else."""

from __future__ import annotations

import pytest

from tests.events_in_pods import IN_PODS, start_pods
from tests.people_and_events import enter, make_event, owner_of
from tests.planned_repairs import corrected_event, repair_plan
from tests.running_events import finish_round, pair, publish, score, start_event
from tests.web.public.visiting import browser, some_years_ago
from tournaments.models import Match, Tournament
from tournaments.play.first_player import RulingKind
from tournaments.queries.pods import pods_of
from tournaments.queries.seating import Seating, seating_of
from tournaments.services.corrections import correct_match
from tournaments.services.pod_swaps import swap_in_pods
from tournaments.services.repairs import apply_repair
from tournaments.services.result_inputs import ScoreInput
from tournaments.services.rounds import complete_round, publish_round, unpublish_round
from tournaments.services.start import start_tournament

pytestmark = pytest.mark.django_db


def seating(event: Tournament, known: str = "") -> Seating:
    """Where everybody sits."""
    found = seating_of(event.code, frozenset(event.registrations.values_list("pk", flat=True)), known)
    assert found is not None
    return found


def shown(match: Match, seat: int) -> dict[str, object]:
    """What a player of a match is sent, without what it is recognised by."""
    opponent = match.player2 if seat == 1 else match.player1
    return {"match": match.pk, "table": match.table, "opponent": opponent.name}


def test_everybody_gets_table_and_opponent_or_the_bye() -> None:
    event = start_event(5)
    round = publish(event)
    found = seating(event)
    assert found.round == 1
    assert len({seat["sits"] for seat in found.seats.values()}) == len(found.seats) == 5
    for match in round.matches.select_related("player1", "player2"):
        for seat, entry in ((1, match.player1_id), (2, match.player2_id)):
            sent = {name: fact for name, fact in found.seats[entry].items() if name != "sits"}
            assert sent == shown(match, seat)
    assert found.seats[round.byes.get().registration_id] == {"sits": f"{round.pk}.bye"}


def test_a_page_recognises_what_it_shows_already() -> None:
    event = start_event(4)
    publish(event)
    sections = {entry.pk // 100 for entry in event.registrations.all()}
    page = "".join(browser().get(f"/t/{event.code}/seats/my/{one}/").content.decode() for one in sections)
    assert all(f'data-sits="{seat["sits"]}"' in page for seat in seating(event).seats.values())


def test_only_the_entries_asked_for_are_read() -> None:
    event = start_event(4)
    own = publish(event).matches.earliest("table").player1_id
    found = seating_of(event.code, {own}, "")
    assert found is not None
    assert set(found.seats) == {own}
    assert seating_of("nowhere", {own}, "") is None
    other = start_event(4)
    publish(other)
    nobody = seating_of(other.code, {own}, "")
    assert nobody is not None
    assert (nobody.moment, nobody.seats) == (seating(other).moment, {})


def test_in_pods_everybody_gets_the_table_their_seat_and_the_others_in_order_or_the_bye() -> None:
    event = start_pods(9 + 1)
    round = publish(event)
    found = seating(event)
    for row in pods_of(round):
        names = [seat.registration.name for seat in row.seats]
        for place, seat in enumerate(row.seats):
            sent = {name: fact for name, fact in found.seats[seat.registration.pk].items() if name != "sits"}
            others = names[:place] + names[place + 1 :]
            assert sent == {"pod": row.pod.pk, "table": row.table, "seat": place + 1, "mates": others}
    resting = {bye.registration_id for bye in round.byes.all()}
    assert all(found.seats[key] == {"sits": f"{round.pk}.bye"} for key in resting)
    assert len(found.seats) == 10
    sections = {entry.pk // 100 for entry in event.registrations.all()}
    page = "".join(browser().get(f"/t/{event.code}/seats/my/{one}/").content.decode() for one in sections)
    assert all(f'data-sits="{seat["sits"]}"' in page for seat in found.seats.values())
    one, other = (row.seats[0].registration.pk for row in pods_of(round)[:2])
    unpublish_round(actor=owner_of(event), round_id=round.pk)
    assert seating(event).seats == {}
    swap_in_pods(actor=owner_of(event), round_id=round.pk, one=one, other=other)
    publish_round(actor=owner_of(event), round_id=round.pk)
    again = seating(event, found.moment).seats
    changed = {key for row in pods_of(round)[:2] for key in (seat.registration.pk for seat in row.seats)}
    assert {key for key, seat in again.items() if seat["sits"] != found.seats[key]["sits"]} == changed


def test_in_pods_a_childs_name_is_masked_and_a_pod_with_an_erased_name_is_not_pushed() -> None:
    event = make_event(**IN_PODS)
    child = enter(event, "王小明", birth_year=some_years_ago(9))[0]
    enter(event, "李雷", "韩梅梅")
    start_tournament(actor=owner_of(event), tournament_id=event.pk)
    publish(event)
    sent = {name for seat in seating(event).seats.values() for name in seat["mates"]}
    assert sent > {"李雷", "韩梅梅"}
    assert not any("小明" in name for name in sent)
    event.registrations.filter(pk=child.pk).update(is_anonymous=True)
    assert set(seating(event).seats) == {child.pk}


def test_nothing_of_a_draft_is_read() -> None:
    event = start_event(4)
    pair(event)
    assert seating(event).seats == {}
    round = event.rounds.get()
    publish_round(actor=owner_of(event), round_id=round.pk)
    assert len(seating(event).seats) == 4
    unpublish_round(actor=owner_of(event), round_id=round.pk)
    assert seating(event).seats == {}


def test_a_childs_name_is_masked_and_a_nickname_stands_for_the_name() -> None:
    event = make_event()
    enter(event, "王小明", birth_year=some_years_ago(9))
    enter(event, "李雷", public_name="闪电")
    start_tournament(actor=owner_of(event), tournament_id=event.pk)
    publish(event)
    sent = {str(seat["opponent"]) for seat in seating(event).seats.values()}
    assert "闪电" in sent
    assert not any("小明" in name or "李雷" in name for name in sent)
    page = browser().get(f"/t/{event.code}/pairings/").content.decode()
    assert all(name in page for name in sent)


def test_the_moment_changes_when_seats_do_and_with_no_result() -> None:
    event = start_event(4)
    moments = [seating(event).moment]

    def is_new() -> bool:
        moments.append(seating(event).moment)
        return moments[-1] not in moments[:-1]

    round = publish(event)
    assert is_new()
    score(round.matches.get(table=1), 2, 0)
    assert not is_new()
    assert seating(event, moments[-1]).seats == {}, "known: nothing is read"
    score(round.matches.get(table=2), 2, 0)
    complete_round(actor=owner_of(event), round_id=round.pk)
    assert is_new()
    publish(event)
    assert is_new()


def test_a_repair_is_a_new_moment() -> None:
    event, round = corrected_event()
    before = seating(event)
    plan = repair_plan(round)
    apply_repair(actor=owner_of(event), round_id=round.pk, fingerprint=plan.fingerprint)
    after = seating(event, before.moment)
    assert after.moment != before.moment
    moved = {key for move in plan.moves for key in move.new_pair}
    assert all(after.seats[key]["sits"] != before.seats[key]["sits"] for key in moved)


def test_a_renamed_entrant_is_read_by_the_new_name() -> None:
    event = start_event(4)
    round = publish(event)
    match = round.matches.select_related("player1", "player2").earliest("table")
    assert seating(event).seats[match.player1_id]["opponent"] == match.player2.name
    entry = match.player2
    entry.name = "Renamed"
    entry.save()
    assert seating(event).seats[match.player1_id]["opponent"] == "Renamed"
    finish_round(round)
    correct_match(
        actor=owner_of(event),
        match_id=match.pk,
        expected_version=Match.objects.get(pk=match.pk).version,
        score=ScoreInput(wins1=0, wins2=2),
        reason="typed wrongly",
    )
    assert seating(event).seats == {}, "the round is over"


def test_who_chooses_first_is_pushed_where_all_matches_have_it_alike() -> None:
    event = start_event(4)
    publish(event)
    opening = seating(event).opening
    assert opening is not None
    assert (opening.ruling.number, opening.ruling.kind, opening.ruling.seat) == (1, RulingKind.AGREED_METHOD, None)
    pods = start_pods(4)
    publish(pods)
    assert seating(pods).opening is None
