"""What is restored is the same event under keys of its own, and goes on as one."""

from random import Random

import pytest

from accounts.models import Player
from tests.judged_events import begin, event_with_lists, hand_in
from tests.people_and_events import enter, make_event, make_user, owner_of, player_actor
from tests.planned_repairs import flip
from tests.running_events import finish_round, pair, play_cut, publish, score, start_event, swiss_over
from tests.tournaments.services.snapshots.taken_snapshots import restored, taken
from tests.web.pages import words_of
from tests.web.public.visiting import browser
from tournaments.models import Match, SeedCommitment, Tournament
from tournaments.queries.event_file import TABLES, event_document
from tournaments.queries.receipts import receipt_of
from tournaments.queries.repair import newest_repair
from tournaments.queries.standings import standings_of
from tournaments.receipts.canonical import canonical
from tournaments.receipts.checking import check_text
from tournaments.services import announcements, calls, drafts, entries, repairs
from tournaments.services.extra_time import give_extension
from tournaments.services.penalties import give_penalty
from tournaments.services.rounds import publish_round
from tournaments.services.settling import CountsAs, settle_card
from tournaments.services.snapshots import restoring, taking
from tournaments.services.snapshots.reading import read_file
from tournaments.services.snapshots.restoring import restore
from tournaments.services.undone_repairs import undo_repair

pytestmark = pytest.mark.django_db


def table(event: Tournament):
    return [
        (row.rank, row.registration.name, row.points, row.record, row.tiebreakers, row.results)
        for row in standings_of(event)
    ]


def plain(event: Tournament, *, without_log_end: int = 0):
    """Every row of the event, keys left out: those of rows, and of rows they refer to. Where an event was restored from
    is not the same, either."""
    found = {}
    for one in TABLES:
        if one.name == "origins":
            continue
        columns = event_document(event)["tables"][one.name]["columns"]
        rows = event_document(event)["tables"][one.name]["rows"]
        kept = [place for place, name in enumerate(columns) if not name.endswith("id") and not _holds_keys(one, name)]
        rows = rows[: len(rows) - without_log_end] if one.name == "log" and without_log_end else rows
        found[one.name] = [[row[place] for place in kept] for row in rows]
    return found


def _holds_keys(one, name: str) -> bool:
    return (one.name, name) in restoring.COLUMNS


def with_everything() -> Tournament:
    """An event with a check, a penalty, extra time, a judge call, a corrected announcement, a settled card, a late
    correction, a repair and an edited draft."""
    event, first, judge = event_with_lists(9, planned_rounds=4)
    owner = owner_of(event)
    entry = first.matches.order_by("table").first().player1
    begin(judge, entry)
    give_penalty(actor=judge, registration_id=entry.pk, infraction="tardiness", level="warning", note="迟到")
    match = first.matches.order_by("table").first()
    give_extension(actor=judge, match_id=match.pk, minutes=3, reason="deck check")
    call = calls.raise_call(actor=player_actor(entry), match_id=match.pk, words="两张同名")
    calls.close_call(actor=judge, call_id=call.pk, ruling="可以")
    announced = announcements.announce(actor=judge, tournament_id=event.pk, text="午休到 14:30")
    announcements.correct_announcement(actor=judge, announcement_id=announced.pk, text="午休到 14:45", reason="更正")
    settle_card(actor=judge, tournament_id=event.pk, number="HBU99-A01", counts_as=CountsAs(), reason="misprint")
    finish_round(first)
    second = publish(event)
    flip(match)
    finish_round(second)
    third = pair(event)
    tables = list(third.matches.order_by("table"))
    drafts.swap_players(
        actor=owner, round_id=third.pk, registration_a=tables[0].player1_id, registration_b=tables[1].player1_id
    )
    return event


@pytest.mark.parametrize("stage", ["open", "running", "cut", "everything"])
def test_the_restored_event_is_the_same_under_other_keys(stage):
    if stage == "open":
        event = make_event()
        hand_in(enter(event, "王小明", "Ann", birth_year=2015)[0])
    elif stage == "running":
        event = start_event(7, planned_rounds=3)
        finish_round(publish(event), rng=Random(1))
        score(publish(event).matches.order_by("table").first(), 2, 1)
    elif stage == "cut":
        event = swiss_over(8, top_cut=4)
        play_cut(event, rng=Random(2))
    else:
        event = with_everything()
    event.refresh_from_db()
    new = restored(event)
    assert new.pk != event.pk
    assert new.code != event.code
    assert new.name == "Again"
    assert plain(new, without_log_end=1) == plain(event)
    assert table(new) == table(event)
    assert [one.username for one in (member.user for member in new.staff.all())] == [event.created_by.username]


def test_keys_inside_facts_are_those_of_the_new_event():
    event = with_everything()
    for _ in range(3):
        Player.objects.create(name="Somebody else")
    new = restored(event)
    mine = {entry.pk for entry in new.registrations.all()}
    matches = set(Match.objects.filter(round__tournament=new).values_list("pk", flat=True))
    for line in new.log.all():
        assert line.facts.get("entry", next(iter(mine))) in mine
        assert line.facts.get("match", next(iter(matches))) in matches
    for round in new.rounds.all():
        for field in round.fields.all():
            assert {row[0] for row in field.facts["entrants"]} <= mine
            assert {one for pair in field.facts["pairs"] for one in pair} <= mine
        for match in round.matches.all():
            for revision in match.revisions.all():
                assert set(revision.after["players"]) <= mine
    kept = new.rounds.get(number=3).pairing["as_paired"]
    assert {one for seat in kept["seats"] if len(seat) == 4 for one in seat[2:]} <= mine


@pytest.mark.parametrize("page", ["tournament_pairings", "tournament_standings", "tournament_players", "round_proof"])
def test_pages_say_the_same_of_both(page):
    event = start_event(9, planned_rounds=4)
    for _ in range(2):
        finish_round(publish(event), rng=Random(5))
    again = drafts.pair_again(actor=owner_of(event), round_id=pair(event).pk)
    publish_round(actor=owner_of(event), round_id=again.pk)
    new = restored(event)
    keys = (2,) if page == "round_proof" else ()
    said = [words_of(browser().get(f"/t/{one.code}/" + _path(page, *keys))) for one in (event, new)]
    seeds = [one.seed_commitments.latest("number").digest for one in (event, new)]
    plain = [
        words.replace(one.name, "").replace(seed, "")
        for words, one, seed in zip(said, (event, new), seeds, strict=True)
    ]
    assert plain[0] == plain[1]
    if page == "tournament_pairings":
        assert "Drawn 2 times before it was published." in plain[0]


def _path(page: str, *keys: int) -> str:
    return {"round_proof": "pairings/2/proof/"}.get(page, page.removeprefix("tournament_") + "/")


def test_why_two_meet_is_the_same_and_a_repair_can_be_undone():
    event = start_event(8, planned_rounds=4)
    first = publish(event)
    finish_round(first)
    second = publish(event)
    flip(first.matches.earliest("table"))
    owner = owner_of(event)
    plan = repairs.plan_repair(actor=owner, round_id=second.pk)
    repairs.apply_repair(actor=owner, round_id=second.pk, fingerprint=plan.fingerprint)
    new = restored(event)
    again = new.rounds.get(number=2)
    for one, other in zip(second.matches.order_by("table"), again.matches.order_by("table"), strict=True):
        said = [words_of(browser().get(f"/t/{e.code}/match/{m.pk}/why/")) for e, m in ((event, one), (new, other))]
        assert said[0].replace(event.name, "") == said[1].replace(new.name, "")
    undo_repair(actor=owner, round_id=again.pk, repair_id=newest_repair(again).pk)
    undo_repair(actor=owner, round_id=second.pk, repair_id=newest_repair(second).pk)
    seats = [
        list(one.matches.order_by("table").values_list("table", "player1__name", "player2__name"))
        for one in (second, again)
    ]
    assert seats[0] == seats[1]


def test_a_disqualification_undone_in_a_restored_event_opens_the_match_there():
    event = start_event(4)
    match = publish(event).matches.order_by("table").first()
    entries.disqualify(actor=owner_of(event), registration_id=match.player1_id, reason="x")
    new = restored(event)
    again = Match.objects.get(round__tournament=new, table=match.table)
    entries.reinstate(actor=owner_of(new), registration_id=again.player1_id)
    assert [Match.objects.get(pk=one.pk).is_complete for one in (match, again)] == [True, False]


def test_a_line_of_the_log_that_names_a_match_elsewhere_opens_nothing():
    """As in an event restored before such keys were renewed."""
    event, other = start_event(4), start_event(4)
    match, elsewhere = (publish(one).matches.order_by("table").first() for one in (event, other))
    for one in (match, elsewhere):
        entries.disqualify(actor=owner_of(one.round.tournament), registration_id=one.player1_id, reason="x")
    line = event.log.get(verb="entry_disqualified")
    line.facts["given_match"] = elsewhere.pk
    line.save()
    entries.reinstate(actor=owner_of(event), registration_id=match.player1_id)
    assert Match.objects.get(pk=elsewhere.pk).is_complete


def test_a_restored_event_goes_on():
    event = start_event(7, planned_rounds=3)
    finish_round(publish(event))
    new = restored(event)
    finish_round(publish(new))
    assert new.rounds.count() == 2


def test_who_handed_out_a_link_and_has_no_role_in_the_new_event_gets_nothing_by_it_there():
    event = start_event(4)
    known, theirs, claimed, own = Player.objects.filter(registrations__tournament=event).order_by("pk")
    issuer, second = make_user(), make_user()
    Player.objects.filter(pk=theirs.pk).update(link_issuer=issuer, link_hash="f" * 64, user=None)
    Player.objects.filter(pk=claimed.pk).update(link_issuer=issuer, user=second, claimed_by_known_link=True)
    Player.objects.filter(pk=own.pk).update(link_issuer=event.created_by)
    before = list(Player.objects.filter(pk__in=[theirs.pk, claimed.pk]).order_by("pk").values())
    new = restored(event)
    again = Player.objects.filter(registrations__tournament=new)
    assert {known.pk, own.pk} == {one.pk for one in again} & {known.pk, theirs.pk, claimed.pk, own.pk}
    made = again.exclude(pk__in=[known.pk, own.pk])
    assert list(made.order_by("pk").values_list("name", "user", "link_issuer")) == [
        (theirs.name, None, None),
        (claimed.name, None, None),
    ]
    assert list(Player.objects.filter(pk__in=[theirs.pk, claimed.pk]).order_by("pk").values()) == before


def test_people_of_another_database_are_not_taken_for_the_players():
    event = start_event(4)
    snapshot = taken(event)
    document = read_file(taking.path_of(snapshot), digest=snapshot.digest)
    columns = document["tables"]["players"]["columns"]
    for row in document["tables"]["players"]["rows"]:
        row[columns.index("created_at")] = "2020-01-01T00:00:00+00:00"
    new = restore(document, owner=event.created_by, name="Elsewhere")
    old = set(event.registrations.values_list("player", flat=True))
    made = set(new.registrations.values_list("player", flat=True))
    assert not old & made
    assert list(new.registrations.order_by("pk").values_list("name", flat=True)) == ["P01", "P02", "P03", "P04"]


def test_no_file_holds_a_seed_committed_to_and_the_restored_event_has_its_own():
    event = start_event(8, planned_rounds=4)
    finish_round(publish(event))
    pair(event)
    copied = restored(event)
    secrets = set(SeedCommitment.objects.filter(tournament=event).values_list("text", flat=True))
    assert len(secrets) == 2
    document = str(event_document(event))
    assert not [one for one in secrets if one.rsplit(" ", 1)[1] in document]
    own = SeedCommitment.objects.filter(tournament=copied).order_by("number")
    assert [(one.number, one.before_pairing) for one in own] == [(2, True), (3, True)]
    assert receipt_of(copied.rounds.get(number=1)) is None
    again = drafts.pair_again(actor=owner_of(copied), round_id=copied.rounds.get(number=2).pk)
    round = publish_round(actor=owner_of(copied), round_id=again.pk)
    receipt = receipt_of(round)
    assert receipt is not None
    assert check_text(canonical(receipt.document)).is_committed
