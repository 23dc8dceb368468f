"""A drop between the Swiss rounds and the first round of the top cut, by the setting of the event."""

from __future__ import annotations

import pytest
from django.utils import translation

from accounts.refusals import Refusal
from cardpool.games import shipped_text
from cardpool.packs import read_pack
from cardpool.packs.problems import PackError
from tests.people_and_events import edit_event, owner_of, player_actor
from tests.refused import refused
from tests.running_events import finish_round, publish, start_cut, swiss_over
from tests.tournaments.services.recorded import at
from tests.tournaments.services.snapshots.taken_snapshots import restored
from tests.tournaments.services.test_division_cuts import cut_event
from tests.web.desk.desk_visits import DeskVisitor
from tests.web.public.visiting import browser
from tournaments.models import Match, Registration, Tournament
from tournaments.queries.cut_drops import cut_drop_of
from tournaments.queries.cut_lines import qualified
from tournaments.queries.standings import standings_of
from tournaments.services.corrections import correct_match
from tournaments.services.drafts import discard_draft
from tournaments.services.entries import disqualify, drop, undrop
from tournaments.services.result_inputs import ScoreInput
from tournaments.services.results import record_outcome
from tournaments.services.rounds import publish_round, unpublish_round
from tournaments.wording import say_log, say_refusal
from tournaments.wording.top_cut import say_cut_drop

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
    with translation.override("zh-hans"):
        assert say_cut_drop(found, private=True).endswith("（万智牌比赛规则 2.10）")
    drop(actor=owner, registration_id=table[1].pk)
    draft = start_cut(tournament)
    assert seeded(tournament) == [one.pk for one in table[:4]]
    round = publish_round(actor=owner, round_id=draft.pk)
    given = round.matches.get(player1=table[1])
    assert (given.is_complete, given.outcome, given.winner_seat) == (True, Match.Outcome.NO_SHOW, 2)
    bracket = DeskVisitor(tournament, owner).read("tournament_bracket")
    assert "Walk-over: the opponent has left" in bracket
    assert "No-show" not in bracket
    finish_round(round)
    final = publish(tournament)
    assert table[2].pk in final.matches.values_list("player1", "player2").get()


def test_who_did_not_come_is_a_no_show_on_every_page_also_dropped_afterwards() -> None:
    """The log said no-show, all other pages that the opponent had left."""
    tournament, table = over("next")
    owner = owner_of(tournament)
    round = publish_round(actor=owner, round_id=start_cut(tournament).pk)
    match = round.matches.get(player1=table[0])
    record_outcome(**at(match, owner, outcome="no_show", winner_seat=1))
    drop(actor=owner, registration_id=match.player2_id)
    desk = DeskVisitor(tournament, owner)
    assert "No-show, won by" in say_log(tournament.log.get(verb="outcome_recorded"))
    for page in ("tournament_bracket", "desk_log"):
        assert "No-show" in desk.read(page), page
    for page in (desk.read("tournament_bracket"), desk.read("desk_match", match.pk)):
        assert "Walk-over" not in page


def test_a_win_over_who_has_left_is_a_walk_over_in_the_history_of_the_match_too() -> None:
    tournament, table = over("walk_over")
    owner = owner_of(tournament)
    draft = start_cut(tournament)
    drop(actor=owner, registration_id=table[3].pk)
    round = publish_round(actor=owner, round_id=draft.pk)
    page = DeskVisitor(tournament, owner).read("desk_match", round.matches.get(player2=table[3]).pk)
    assert "Walk-over: the opponent has left" in page[page.index("history-title") :]
    assert f"{table[3].name} did not come" not in page[page.index("history-title") :]


def test_a_win_over_who_was_disqualified_before_is_no_no_show() -> None:
    tournament, table = over("next")
    owner = owner_of(tournament)
    finish_round(publish_round(actor=owner, round_id=start_cut(tournament).pk))
    disqualify(actor=owner, registration_id=table[0].pk, reason="bribery")
    assert publish(tournament).matches.get(player1=table[0]).outcome == Match.Outcome.NO_SHOW
    bracket = DeskVisitor(tournament, owner).read("tournament_bracket")
    assert "Walk-over: the opponent has left" in bracket
    assert "No-show" not in bracket


@pytest.mark.parametrize(("policy", "last"), [("next", 4), ("walk_over", 3)])
def test_the_line_of_the_cut_stands_below_those_who_are_seeded(policy: str, last: int) -> None:
    tournament, table = over(policy)
    drop(actor=owner_of(tournament), registration_id=table[1].pk)
    tournament.refresh_from_db()
    assert qualified(tournament, standings_of(tournament), 4)[""][-1] == table[last].pk
    start_cut(tournament)
    tournament.refresh_from_db()
    assert qualified(tournament, standings_of(tournament), 4)[""][-1] == table[last].pk


@pytest.mark.parametrize(("policy", "skipped"), [("next", True), ("walk_over", False)])
def test_the_page_of_the_cut_says_what_becomes_of_who_left(policy: str, skipped: bool) -> None:
    tournament, _table = over(policy)
    page = DeskVisitor(tournament, owner_of(tournament)).read("desk_cut")
    assert ("Players who have left are skipped." in page) == skipped
    assert ("keeps the seed, and the opponent advances" in page) != skipped


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


def test_an_added_swiss_round_that_is_taken_back_leaves_the_walk_over() -> None:
    tournament, table = over("walk_over")
    drop(actor=owner_of(tournament), registration_id=table[0].pk)
    edit_event(tournament, planned_rounds=5)
    round = publish(tournament)
    assert not Registration.objects.get(pk=table[0].pk).left_before_cut
    unpublish_round(actor=owner_of(tournament), round_id=round.pk)
    assert Registration.objects.get(pk=table[0].pk).left_before_cut
    discard_draft(actor=owner_of(tournament), round_id=round.pk)
    edit_event(tournament, planned_rounds=4)
    start_cut(tournament)
    assert table[0].pk in seeded(tournament)


def test_undoing_the_drop_undoes_it() -> None:
    tournament, table = over("walk_over")
    for change in (drop, undrop):
        change(actor=owner_of(tournament), registration_id=table[0].pk)
    entry = Registration.objects.get(pk=table[0].pk)
    assert (entry.left_before_cut, entry.status) == (False, "active")
    round = publish_round(actor=owner_of(tournament), round_id=start_cut(tournament).pk)
    assert not round.matches.filter(is_complete=True).exists()


def test_a_drop_undone_after_the_seeding_is_seeded_again_first() -> None:
    tournament, table = over("next")
    owner, back = owner_of(tournament), table[1]
    drop(actor=owner, registration_id=back.pk)
    draft = start_cut(tournament)
    undrop(actor=owner, registration_id=back.pk)
    found = refused("cut_passes_over", publish_round, actor=owner, round_id=draft.pk)
    assert found.facts["new"] == [back.name]
    assert say_refusal(found).startswith(f"By the standings {back.name} would be in the top cut")
    discard_draft(actor=owner, round_id=draft.pk)
    publish_round(actor=owner, round_id=start_cut(tournament).pk)
    assert seeded(tournament) == [one.pk for one in table[:4]]


def test_who_is_dropped_again_or_stands_behind_the_line_holds_nothing_back() -> None:
    tournament, table = over("next")
    owner = owner_of(tournament)
    for entry in (table[1], table[7]):
        drop(actor=owner, registration_id=entry.pk)
    draft = start_cut(tournament)
    for entry in (table[1], table[7]):
        undrop(actor=owner, registration_id=entry.pk)
    drop(actor=owner, registration_id=table[1].pk)
    assert publish_round(actor=owner, round_id=draft.pk).status == "published"


def test_where_nobody_moves_up_the_place_waits_for_who_comes_back() -> None:
    tournament, table = over("walk_over")
    owner = owner_of(tournament)
    drop(actor=owner, registration_id=table[1].pk)
    draft = start_cut(tournament)
    undrop(actor=owner, registration_id=table[1].pk)
    round = publish_round(actor=owner, round_id=draft.pk)
    assert not round.matches.filter(is_complete=True).exists()


@pytest.mark.parametrize("policy", ["next", "walk_over"])
def test_who_comes_back_from_the_swiss_rounds_after_the_seeding_is_not_passed_over(policy: str) -> None:
    tournament, table = over(policy)
    owner = owner_of(tournament)
    Registration.objects.filter(pk=table[0].pk).update(status="dropped", status_round=4)
    draft = start_cut(tournament)
    undrop(actor=owner, registration_id=table[0].pk)
    found = refused("cut_passes_over", publish_round, actor=owner, round_id=draft.pk)
    assert found.facts["new"] == [table[0].name]


def test_a_place_in_a_small_cut_is_free_for_who_comes_back() -> None:
    tournament = swiss_over(4, top_cut=4, cut_drop="next", planned_rounds=2)
    last = [row.registration for row in standings_of(tournament)][-1]
    drop(actor=owner_of(tournament), registration_id=last.pk)
    draft = start_cut(tournament)
    undrop(actor=owner_of(tournament), registration_id=last.pk)
    refused("cut_passes_over", publish_round, actor=owner_of(tournament), round_id=draft.pk)


def test_a_result_corrected_after_the_seeding_is_not_published_over() -> None:
    """The lowest of three points for a win takes the place by a corrected match of the last Swiss round."""
    tournament, table = over("next")
    owner = owner_of(tournament)
    draft = start_cut(tournament)
    inside = set(seeded(tournament))
    lost = next(
        match
        for match in Match.objects.filter(round__tournament=tournament, round__number__lte=4).order_by("pk")
        if (match.player1_id in inside) != (match.player2_id in inside) and gains(tournament, match, inside)
    )
    found = refused("cut_passes_over", publish_round, actor=owner, round_id=draft.pk)
    assert set(found.facts["new"]) <= {lost.player1.name, lost.player2.name} | {entry.name for entry in table[4:]}


def gains(tournament: Tournament, match: Match, inside: set[int]) -> bool:
    """Whether somebody else is among the best four once the player outside has won the match; corrects it."""
    outside_first = match.player1_id not in inside
    score = ScoreInput(wins1=2, wins2=0) if outside_first else ScoreInput(wins1=0, wins2=2)
    try:
        correct_match(
            actor=owner_of(tournament),
            match_id=match.pk,
            expected_version=match.version,
            reason="wrong way round",
            score=score,
        )
    except Refusal:
        return False
    return {row.registration.pk for row in standings_of(tournament)[:4]} != inside


def test_one_division_is_passed_over_by_its_own_places() -> None:
    tournament = cut_event(cut_drop="next")
    owner = owner_of(tournament)
    juniors = [row.registration for row in standings_of(tournament) if row.registration.division == "junior"]
    drop(actor=owner, registration_id=juniors[0].pk)
    draft = start_cut(tournament, sizes={"junior": 2, "masters": 8})
    undrop(actor=owner, registration_id=juniors[0].pk)
    found = refused("cut_passes_over", publish_round, actor=owner, round_id=draft.pk)
    assert found.facts["new"] == [juniors[0].name]


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


def test_the_notice_of_a_drop_before_the_cut_speaks_of_no_open_match_and_names_the_rule_in_chinese() -> None:
    tournament, table = over("walk_over")
    start_cut(tournament)
    desk = DeskVisitor(tournament, owner_of(tournament), language="zh-hans")
    page = desk.press("desk_entry_change", table[0].pk, "drop", reason="")
    assert "已退赛。 4 强第 1 位：不递补，对手不战晋级。（万智牌比赛规则 2.10）" in page


def test_a_snapshot_keeps_who_left_before_the_cut() -> None:
    tournament, table = over("walk_over")
    drop(actor=owner_of(tournament), registration_id=table[0].pk)
    tournament.refresh_from_db()
    again = restored(tournament)
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
