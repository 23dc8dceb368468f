"""A drop between the Swiss rounds and the first round of the top cut, by the setting of the event."""

from __future__ import annotations

import json

import pytest
from django.core.serializers.json import DjangoJSONEncoder

from cardpool.games import shipped_text
from cardpool.packs import read_pack
from cardpool.packs.problems import PackError
from tests.people_and_events import edit_event, owner_of, player_actor
from tests.refused import refused
from tests.running_events import finish_round, publish, start_cut, swiss_over
from tests.web.desk.desk_visits import DeskVisitor
from tests.web.public.visiting import browser
from tournaments.models import Match, Registration, Tournament
from tournaments.queries.cut_drops import cut_drop_of
from tournaments.queries.event_file import event_document
from tournaments.queries.standings import standings_of
from tournaments.services.entries import disqualify, drop, undrop
from tournaments.services.rounds import publish_round, unpublish_round
from tournaments.services.snapshots.restoring import restore
from tournaments.views.public.standings import cut_after
from tournaments.wording import say_log

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


def over(policy: str, **changes: object) -> tuple[Tournament, list[Registration]]:
    """An event of nine after its Swiss rounds, with a top 4, and its entries in the order of the table."""
    tournament = swiss_over(9, top_cut=4, cut_drop=policy, planned_rounds=4, **changes)
    return tournament, [row.registration for row in standings_of(tournament)]


def seeded(tournament: Tournament) -> list[int]:
    found = tournament.registrations.filter(seed__isnull=False).order_by("seed")
    return list(found.values_list("pk", flat=True))


def test_the_next_in_the_standings_moves_up() -> None:
    tournament, table = over("next")
    found = cut_drop_of(table[1])
    assert found is not None
    assert (found.place, found.size, found.next_up, found.source) == (2, 4, table[4].name, "")
    drop(actor=owner_of(tournament), registration_id=table[1].pk)
    start_cut(tournament)
    assert seeded(tournament) == [one.pk for one in (table[0], table[2], table[3], table[4])]
    said = say_log(tournament.log.get(verb="entry_dropped"))
    assert said.endswith("(place 2 of the top cut: The next in the standings moves up)")


def test_a_draft_that_seats_who_left_is_seeded_again_first() -> None:
    tournament, table = over("next")
    draft = start_cut(tournament)
    assert cut_drop_of(Registration.objects.get(pk=table[0].pk)) is not None
    drop(actor=owner_of(tournament), registration_id=table[0].pk)
    refused("cut_out_of_date", publish_round, actor=owner_of(tournament), round_id=draft.pk)


def test_nobody_moves_up_and_the_opponent_advances() -> None:
    tournament, table = over("walk_over")
    owner = owner_of(tournament)
    found = cut_drop_of(table[1])
    assert found is not None
    assert (found.next_up, found.source) == ("", "Magic Tournament Rules 2.10")
    drop(actor=owner, registration_id=table[1].pk)
    draft = start_cut(tournament)
    assert seeded(tournament) == [one.pk for one in table[:4]]
    round = publish_round(actor=owner, round_id=draft.pk)
    given = round.matches.get(player1=table[1])
    assert (given.is_complete, given.outcome, given.winner_seat) == (True, Match.Outcome.NO_SHOW, 2)
    finish_round(round)
    final = publish(tournament)
    assert table[2].pk in final.matches.values_list("player1", "player2").get()


@pytest.mark.parametrize(("policy", "last"), [("next", 4), ("walk_over", 3)])
def test_the_line_of_the_cut_stands_below_those_who_are_seeded(policy: str, last: int) -> None:
    tournament, table = over(policy)
    drop(actor=owner_of(tournament), registration_id=table[1].pk)
    tournament.refresh_from_db()
    assert cut_after(tournament, standings_of(tournament), 4) == table[last].pk
    start_cut(tournament)
    tournament.refresh_from_db()
    assert cut_after(tournament, standings_of(tournament), 4) == table[last].pk


def test_after_the_draft_the_opponent_advances_too() -> None:
    tournament, table = over("walk_over")
    draft = start_cut(tournament)
    drop(actor=owner_of(tournament), registration_id=table[3].pk)
    round = publish_round(actor=owner_of(tournament), round_id=draft.pk)
    assert round.matches.get(player2=table[3]).winner_seat == 1


def test_who_left_while_the_round_was_published_does_not_hold_it_back_when_taken_back() -> None:
    tournament, table = over("walk_over")
    owner = owner_of(tournament)
    draft = start_cut(tournament)
    publish_round(actor=owner, round_id=draft.pk)
    drop(actor=owner, registration_id=table[3].pk)
    unpublish_round(actor=owner, round_id=draft.pk)
    round = publish_round(actor=owner, round_id=draft.pk)
    assert round.matches.get(player2=table[3]).winner_seat == 1


def test_who_left_during_the_swiss_rounds_or_was_disqualified_is_replaced_either_way() -> None:
    tournament, table = over("walk_over")
    Registration.objects.filter(pk=table[0].pk).update(status="dropped", status_round=3)
    disqualify(actor=owner_of(tournament), registration_id=table[1].pk, reason="bribery")
    start_cut(tournament)
    assert seeded(tournament) == [one.pk for one in table[2:6]]


def test_who_left_before_a_swiss_round_was_added_is_replaced() -> None:
    tournament, table = over("walk_over")
    drop(actor=owner_of(tournament), registration_id=table[0].pk)
    edit_event(tournament, planned_rounds=5)
    finish_round(publish(tournament))
    start_cut(tournament)
    assert table[0].pk not in seeded(tournament)


def test_undoing_the_drop_undoes_it() -> None:
    tournament, table = over("walk_over")
    for change in (drop, undrop):
        change(actor=owner_of(tournament), registration_id=table[0].pk)
    entry = Registration.objects.get(pk=table[0].pk)
    assert (entry.left_before_cut, entry.status) == (False, "active")
    round = publish_round(actor=owner_of(tournament), round_id=start_cut(tournament).pk)
    assert not round.matches.filter(is_complete=True).exists()


def test_behind_the_line_and_before_the_end_a_drop_means_nothing() -> None:
    tournament, table = over("next")
    assert cut_drop_of(table[4]) is None
    draft = start_cut(tournament)
    publish_round(actor=owner_of(tournament), round_id=draft.pk)
    assert cut_drop_of(Registration.objects.get(pk=table[0].pk)) is None


def test_entry_page_notice_and_the_players_own_page_say_it_with_its_source() -> None:
    tournament, table = over("walk_over")
    rule = "nobody moves up, and the opponent advances without playing. (Magic Tournament Rules 2.10)"
    visitor = DeskVisitor(tournament, owner_of(tournament))
    assert rule in visitor.read("desk_entry", table[0].pk)
    own = browser(player_actor(table[1])).get(f"/my/entries/{table[1].pk}/drop/", headers={"accept-language": "en"})
    assert rule in own.content.decode()
    edit_event(tournament, cut_drop="next")
    assert f"{table[4].name} moves up. (the setting of this event)" in visitor.read("desk_entry", table[0].pk)


def test_a_snapshot_keeps_who_left_before_the_cut() -> None:
    tournament, table = over("walk_over")
    drop(actor=owner_of(tournament), registration_id=table[0].pk)
    tournament.refresh_from_db()
    document = event_document(tournament) | {"taken_at": "2026-11-23T00:00:00Z"}
    again = restore(json.loads(DjangoJSONEncoder().encode(document)), owner=tournament.created_by, name="")
    assert again.cut_drop == "walk_over"
    assert again.registrations.get(name=table[0].name).left_before_cut


def test_a_pack_states_its_own_policy() -> None:
    pack_text = shipped_text("ultraman-hero-duel")
    own = 'cut_drop = { policy = "walk_over", source = "Store rules 4" }'
    pack = read_pack(pack_text.replace("[tournament]", f"[tournament]\n{own}", 1), source="own.toml")
    assert pack.tournament.cut_drop is not None
    assert (pack.tournament.cut_drop.policy, pack.tournament.cut_drop.source) == ("walk_over", "Store rules 4")
    with pytest.raises(PackError):
        read_pack(pack_text.replace("[tournament]", '[tournament]\ncut_drop = { policy = "lot" }', 1), source="x.toml")
