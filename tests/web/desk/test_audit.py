"""The log in full: before, after and why of each change; filters; what everybody reads of changed pairings."""

import pytest
from django.utils import translation

from tests.events_in_pods import start_pods
from tests.people_and_events import CONSENT, enter, make_event, owner_of, staff_actor
from tests.running_events import finish_round, pair, play_cut, publish, score, start_event, swiss_over
from tests.tournaments.services.test_divisions import AGES
from tests.web.desk.desk_visits import DeskVisitor
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import browser, some_years_ago
from tournaments.queries.repair import newest_repair
from tournaments.queries.settings import data_of
from tournaments.services import drafts, repairs
from tournaments.services.clock import pause_clock, start_clock
from tournaments.services.corrections import correct_match
from tournaments.services.decided_pairs import apply_decision, plan_decision
from tournaments.services.decisions import Decision, What
from tournaments.services.division_cuts import plan_division_cuts
from tournaments.services.entries import edit_entry, fix_seat, join_divisions
from tournaments.services.entries.assigned import assign_rounds, unassign_rounds
from tournaments.services.pod_swaps import swap_in_pods
from tournaments.services.result_inputs import ScoreInput
from tournaments.services.rounds import publish_round
from tournaments.services.setup import edit_tournament
from tournaments.services.undone_repairs import undo_repair
from tournaments.wording import LOG
from tournaments.wording.audit import AREAS, BY_HAND, verbs_of

pytestmark = pytest.mark.django_db


def read(event, **query) -> str:
    answer = DeskVisitor(event, staff_actor(event, "judge")).get("desk_log", query=query)
    assert_clean(answer)
    return words_of(answer)


def corrected(event, match, wins1=0, wins2=2):
    match.refresh_from_db()
    correct_match(
        actor=owner_of(event),
        match_id=match.pk,
        expected_version=match.version,
        score=ScoreInput(wins1=wins1, wins2=wins2),
        reason="slip read wrongly",
    )


def test_rounds_of_the_top_cut_have_their_names():
    event = swiss_over(4, planned_rounds=1, top_cut=4)
    play_cut(event)
    said = read(event)
    assert "completed round 1" in said
    assert "published Semifinals" in said
    assert "round 2" not in said


def test_every_line_of_the_log_belongs_to_an_area():
    assert {verb for area in AREAS for verb in verbs_of(area)} == set(LOG)
    assert set(BY_HAND) <= set(LOG)


def test_a_correction_shows_both_results_and_why():
    event = start_event(4)
    round = publish(event)
    match = round.matches.order_by("table").first()
    score(match, 2, 0)
    corrected(event, match)
    page = read(event, area="results")
    assert "2–0 → 0–2" in page
    assert "slip read wrongly" in page
    assert "opened the event" not in page


def test_the_last_line_of_a_page_is_the_newest_also_after_a_ruling():
    event = start_event(4)
    one, two = publish(event).matches.order_by("table")
    score(one, 2, 0)
    corrected(event, one)
    score(two, 2, 1)
    page = DeskVisitor(event, owner_of(event)).read("desk_print")
    assert f"{two.player1.name} – {two.player2.name}: 2–1" in page
    assert "slip read wrongly" not in page


def test_settings_and_entries_show_each_value_before_and_after():
    event = make_event(round_minutes=50)
    owner = owner_of(event)
    data = data_of(event)
    edit_tournament(actor=owner, tournament_id=event.pk, data=data.__class__(**{**vars(data), "round_minutes": 35}))
    (ann,) = enter(event, "Ann")
    edit_entry(
        actor=owner,
        registration_id=ann.pk,
        name="Anne",
        birth_year=some_years_ago(12),
        public_name="",
        team="Red",
        consent=CONSENT,
    )
    fix_seat(actor=owner, registration_id=ann.pk, table=7)
    page = read(event)
    assert "50 → 35" in page
    assert "Ann → Anne" in page
    assert f"– → {some_years_ago(12)}" in page
    assert "Table – → 7" in page


def test_settings_are_shown_in_words_whatever_they_say():
    event = make_event(team_policy="ignore", lists_public=False)
    data = data_of(event)
    changed = {"team_policy": "never", "lists_public": True, "description": "2026-05-01Tournament of the spring"}
    edit_tournament(actor=owner_of(event), tournament_id=event.pk, data=data.__class__(**{**vars(data), **changed}))
    page = read(event)
    assert "Paired like all others → Always kept apart" in page
    assert "no → yes" in page
    assert "– → 2026-05-01Tournament of the spring" in page


@pytest.mark.parametrize(
    ("text", "found"), [("round", False), ("P0", True), ("1", True), ("name", False), ("%", False)]
)
def test_words_are_looked_for_in_what_lines_say_and_not_in_what_facts_are_called(text, found):
    event = start_event(4)
    publish(event)
    assert ("Nothing matches this filter" not in read(event, q=text)) is found


def test_the_clock_shows_how_it_stood():
    event = start_event(4)
    round = publish(event)
    start_clock(actor=owner_of(event), round_id=round.pk)
    pause_clock(actor=owner_of(event), round_id=round.pk)
    page = read(event)
    assert "not started → until" in page
    assert "→ paused at" in page


def test_it_is_narrowed_by_area_person_round_and_words():
    event = start_event(4)
    finish_round(publish(event))
    publish(event)
    judge = staff_actor(event, "judge")
    score(event.rounds.get(number=2).matches.first(), 2, 1, actor=judge)
    assert "entered" in read(event, who=judge.label)
    assert "published round" not in read(event, who=judge.label)
    assert "published round 2" in read(event, round=2)
    assert "published round 1" not in read(event, round=2)
    assert "Nothing matches this filter" in read(event, q="Nobody at all")
    name = event.rounds.get(number=2).matches.first().player1.name
    assert name in read(event, q=name.lower())
    assert "published round 2" in read(event, area="no such area", round="x")


def test_the_filter_names_rounds_of_the_top_cut():
    event = swiss_over(4, top_cut=4)
    play_cut(event)
    page = read(event)
    assert "Round 1" in page
    assert "Semifinals Final" in page


def test_only_the_whole_log_can_be_taken_back_from():
    event = start_event(4)
    publish(event)
    desk = DeskVisitor(event, owner_of(event))
    undo = desk.path("desk_round_unpublish", 1)
    assert undo in desk.read("desk_log")
    assert undo not in desk.read("desk_log", area="rounds")


def test_older_lines_keep_the_filter(monkeypatch):
    monkeypatch.setattr("tournaments.views.desk.audit.LINES_ON_PAGE", 2)
    event = make_event()
    for name in ("A", "B", "C"):
        enter(event, name)
    page = DeskVisitor(event, owner_of(event)).read("desk_log", area="entries")
    assert "area=entries&amp;before=" in page


def with_a_swap():
    event = start_event(6)
    finish_round(publish(event))
    draft = pair(event)
    one, two = draft.matches.order_by("table")[:2]
    child = one.player1
    child.player.birth_year = some_years_ago(12)
    child.player.save()
    drafts.swap_players(
        actor=owner_of(event),
        round_id=draft.pk,
        registration_a=child.pk,
        registration_b=two.player1_id,
        reason="they came together",
    )
    drafts.set_table(actor=owner_of(event), round_id=draft.pk, match_id=one.pk, table=9)
    return event, draft, child, two.player1


def test_everybody_reads_what_was_changed_by_hand_and_no_childs_name():
    event, draft, child, other = with_a_swap()
    path = f"/t/{event.code}/pairings/"
    assert "changed places" not in words_of(browser().get(path))
    publish_round(actor=owner_of(event), round_id=draft.pk)
    page = words_of(browser().get(path))
    assert f"P*** #{child.number} and {other.name} changed places." in page
    assert "The match at table 1 moved to table 9." in page
    assert child.name not in page
    assert "they came together" not in page
    staff = read(event, area="by_hand")
    assert "Why: they came together" in staff
    assert f"{child.name} table 1 → table 2" in staff
    assert "Table 1 → 9" in staff


def test_changes_of_a_discarded_draft_are_not_those_of_the_next_one():
    event, draft, _child, _other = with_a_swap()
    drafts.discard_draft(actor=owner_of(event), round_id=draft.pk)
    publish(event)
    page = words_of(browser().get(f"/t/{event.code}/pairings/"))
    assert "changed places" not in page
    assert "moved to table 9" not in page
    assert "Drawn 2 times before it was published." in page


def test_a_repair_says_who_moved_where():
    event = start_event(8, planned_rounds=4)
    first = publish(event)
    finish_round(first)
    second = publish(event)
    corrected(event, first.matches.order_by("table").first())
    plan = repairs.plan_repair(actor=owner_of(event), round_id=second.pk)
    repairs.apply_repair(actor=owner_of(event), round_id=second.pk, fingerprint=plan.fingerprint)
    page = words_of(browser().get(f"/t/{event.code}/pairings/"))
    assert "Repaired after a correction. Moved: P" in page
    assert "(table" in page
    assert "slip read wrongly" not in page
    undo_repair(actor=owner_of(event), round_id=second.pk, repair_id=newest_repair(second).pk)
    assert "The repair was taken back." in words_of(browser().get(f"/t/{event.code}/pairings/"))
    assert "→ table" in read(event, area="by_hand")


def test_what_staff_settle_before_a_pairing_says_what_was_and_what_is():
    event = make_event(divisions=AGES, division_mode="apart", cut_mode="apart", planned_rounds=3)
    owner, (ann, *_others) = owner_of(event), enter(event, "Ann", "Bob", "Cid", "Dan")
    plan_division_cuts(actor=owner, tournament_id=event.pk, sizes={"junior": 4, "masters": 0})
    join_divisions(actor=owner, tournament_id=event.pk, joined={"junior": "senior"})
    assign_rounds(actor=owner, registration_id=ann.pk, kind="bye", first=1, rounds=2, reason="champion of last year")
    unassign_rounds(actor=owner, registration_id=ann.pk, first=2, last=2)
    page = read(event)
    assert "Top cut as the game’s table has it → Junior top 4, Masters none" in page
    assert "Paired together – → Junior along with Senior" in page
    assert "Round 1–2 is paired → Awarded bye" in page
    assert "champion of last year" in page
    assert "Round 2 Awarded bye · champion of last year → is paired" in page
    chinese = words_of(DeskVisitor(event, owner, language="zh-hans").get("desk_log"))
    assert "按游戏的人数表 → 少年组 4 强" in chinese
    assert "照常配对 → 授予轮空" in chinese


def test_who_is_to_meet_says_whom_both_would_have_met_and_why():
    event = start_event(8)
    draft, owner = pair(event), owner_of(event)
    one, two = draft.matches.get(table=1), draft.matches.get(table=2)
    decision = Decision(What.MEET, one.player1_id, two.player1_id)
    plan = plan_decision(actor=owner, round_id=draft.pk, decision=decision)
    reason = {"reason": "they came for this"}
    apply_decision(actor=owner, round_id=draft.pk, decision=decision, fingerprint=plan.fingerprint, **reason)
    page = read(event)
    assert f"{one.player1.name} {one.player2.name} → {two.player1.name}" in page
    assert f"{two.player1.name} {two.player2.name} → {one.player1.name}" in page
    assert reason["reason"] in page


def test_an_exchange_in_pods_says_both_tables_and_why():
    event = start_pods(8)
    draft = pair(event)
    one, two = (pod.seats.order_by("pk")[0].registration for pod in draft.pods.order_by("table")[:2])
    keys = {"one": one.pk, "other": two.pk}
    swap_in_pods(actor=owner_of(event), round_id=draft.pk, **keys, reason="sisters sit together")
    page = read(event)
    assert f"{one.name} table 1 → table 2" in page
    assert f"{two.name} table 2 → table 1" in page
    assert "sisters sit together" in page


@pytest.mark.parametrize(
    ("verb", "facts"),
    [
        ("join_same", {"name": "Ann", "kept": True, "reason": "her mother's phone"}),
        ("join_other", {"name": "Ann", "entered": "Ann B.", "reason": "a cousin"}),
        ("join_refused", {"name": "Ann", "reason": "not on the list"}),
        ("claim_taken_back", {"name": "Ann", "reason": "wrong Ann"}),
        ("entry_link_revoked", {"name": "Ann", "reason": "lost phone"}),
        ("join_reopened", {"name": "Ann"}),
    ],
)
def test_an_answer_to_somebody_who_joined_is_said_with_its_reason_in_both_languages(verb, facts):
    said = {}
    for language in ("en", "zh-hans"):
        with translation.override(language):
            said[language] = LOG[verb](facts)
        assert facts.get("reason", "") in said[language]
        assert "Ann" in said[language]
    assert said["en"] != said["zh-hans"]
