"""An event of the site as an archive file: what is worked out from the file is what the site has."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest
from django.core.management import call_command

from tests.by_seat_events import finish_by_seat, started_by_seat
from tests.events_in_pods import enter_places, finish_pods, seats_of, start_pods
from tests.people_and_events import enter, make_actor, make_event, owner_of
from tests.running_events import pair, play_cut, play_swiss, publish, score, start_cut, start_event
from tests.web.desk.desk_visits import DeskVisitor
from tournaments.archive import cores
from tournaments.archive.cuts import final_places
from tournaments.archive.document import Archive
from tournaments.archive.pod_cores import pod_history, pods_to_seat
from tournaments.archive.reading import read_archive
from tournaments.archive.writing import write_archive
from tournaments.models import Match, Registration, Round, Tournament
from tournaments.play.divisions import read_lines
from tournaments.pods.ranking import rank_players
from tournaments.queries.archived_event import archived
from tournaments.queries.history import pairing_history
from tournaments.queries.pod_record import pod_field
from tournaments.queries.standings import standings_of
from tournaments.scoring.presets import find_preset
from tournaments.scoring.standings import compute_standings
from tournaments.services import results, rounds
from tournaments.services.entries import disqualify, drop, keep_apart, mark_no_show
from tournaments.services.finish import finish_tournament
from tournaments.services.rounds import publish_round
from tournaments.services.start import start_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]

SCHEMA = json.loads((Path(__file__).resolve().parents[2] / "docs" / "archive.schema.json").read_text())
Outcome = Match.Outcome


def file_of(event: Tournament, **how: Any) -> Archive:
    """The archive as somebody else reads the file."""
    text = write_archive(archived(Tournament.objects.get(pk=event.pk), private=how.get("private", False)))
    jsonschema.validate(json.loads(text), SCHEMA)
    return read_archive(text)


def table_of_file(archive: Archive) -> list[Any]:
    rows = compute_standings(cores.scoring_history(archive), find_preset(archive.settings.preset))
    return [(row.entrant, row.rank, row.points, dict(row.tiebreakers)) for row in rows]


def table_of_site(event: Tournament) -> list[Any]:
    rows = [row for row in standings_of(event) if row.rank is not None]
    return [(row.registration.number, row.rank, row.points, dict(row.tiebreakers)) for row in rows]


def play_every_kind(event: Tournament) -> None:
    """A round with a match of every kind of result."""
    actor = owner_of(event)
    round = publish(event)
    matches = list(round.matches.order_by("table"))
    declared = [
        (Outcome.NO_SHOW, 2),
        (Outcome.MATCH_LOSS, 1),
        (Outcome.INTENTIONAL_DRAW, None),
        (Outcome.JUDGE_AWARD, 2),
        (Outcome.JUDGE_AWARD, None),
        (Outcome.DOUBLE_LOSS, None),
        (Outcome.DOUBLE_NO_SHOW, None),
    ]
    for match, (outcome, seat) in zip(matches, declared, strict=False):
        how = {"match_id": match.pk, "expected_version": match.version, "outcome": outcome, "winner_seat": seat}
        results.record_outcome(actor=actor, **how)
    for match in matches[len(declared) :]:
        score(match, 1, 2)
    rounds.complete_round(actor=actor, round_id=round.pk)


def test_standings_and_the_field_of_the_next_round_are_those_of_the_site() -> None:
    event = start_event(17, planned_rounds=5, pairing_order="fold", preset="pokemon")
    play_swiss(event, count=1, rng=Random(4))
    play_every_kind(event)
    drop(actor=owner_of(event), registration_id=event.registrations.get(number=5).pk)
    play_swiss(event, count=1, rng=Random(5))
    archive = file_of(event)
    assert table_of_file(archive) == table_of_site(event)
    ranks = {entrant: rank for entrant, rank, *_rest in table_of_file(archive)}
    there, here = cores.pairing_history(archive, ranks=ranks), pairing_history(event, 4)
    numbers = dict(Registration.objects.filter(tournament=event).values_list("pk", "number"))
    assert {
        numbers[one.id]: (
            one.score,
            {numbers[key]: times for key, times in one.met.items()},
            one.had_bye,
            one.floated_down,
            one.floated_up,
            one.rank,
        )
        for one in here.entrants
    } == {
        one.id: (one.score, dict(one.met), one.had_bye, one.floated_down, one.floated_up, one.rank)
        for one in there.entrants
    }


def test_final_places_follow_from_the_cuts_of_the_file() -> None:
    event = make_event(
        planned_rounds=2,
        top_cut=4,
        cut_mode="apart",
        divisions=read_lines("少年组 / Junior, 2014-\n成人组 / Masters, -2013"),
    )
    for number in range(12):
        enter(event, f"P{number:02}", birth_year=2000 if number % 3 else None)
    event = start_tournament(actor=owner_of(event), tournament_id=event.pk, allow_missing_decklists=True)
    play_swiss(event, rng=Random(2))
    play_cut(event, rng=Random(3))
    finish_tournament(actor=owner_of(event), tournament_id=event.pk)
    archive = file_of(event)
    ranks = [(entrant, rank) for entrant, rank, *_rest in table_of_file(archive)]
    assert final_places(archive, ranks) == dict(event.registrations.values_list("number", "final_place"))


def test_level_boards_that_a_judge_decided_are_an_award() -> None:
    event = started_by_seat(top_cut=2, planned_rounds=1)
    finish_by_seat(publish(event))
    final = start_cut(event)
    rounds.publish_round(actor=owner_of(event), round_id=final.pk)
    match = final.matches.get()
    for board, wins in zip(Match.everything.filter(team_match=match).order_by("board"), ((2, 0), (0, 2)), strict=True):
        score(board, *wins)
    match.refresh_from_db()
    how = {"expected_version": match.version, "outcome": Outcome.JUDGE_AWARD, "winner_seat": 2}
    results.record_outcome(actor=owner_of(event), match_id=match.pk, **how)
    (cut,) = file_of(event).cuts
    assert (cut.matches[0].match.kind, cut.matches[0].match.winner) == ("award", 2)
    assert (cut.matches[0].match.wins1, cut.matches[0].match.wins2) == (1, 1)


def test_a_child_is_masked_unless_an_organiser_asks_for_names_as_entered() -> None:
    event = make_event()
    one, two = enter(event, "张小明", "李大山", birth_year=2016)
    pair = {"registration_a": one.pk, "registration_b": two.pk, "is_hard": True}
    keep_apart(actor=owner_of(event), tournament_id=event.pk, **pair)
    visitor = DeskVisitor(event, owner_of(event))
    shown, entered = visitor.get("desk_archive"), visitor.get("desk_archive", query={"names": "entered"})
    assert "张小明" not in shown.content.decode()
    assert "张小明" in entered.content.decode()
    assert "2016" not in entered.content.decode()
    assert read_archive(shown.content.decode()).settings.prohibited == ()
    assert read_archive(entered.content.decode()).settings.prohibited == ((1, 2),)
    assert shown["Content-Disposition"].startswith("attachment")
    assert DeskVisitor(event, make_actor()).get("desk_archive").status_code == 403


def test_the_command_writes_a_file_that_the_other_commands_read(tmp_path: Path) -> None:
    event = start_event(6)
    play_swiss(event, count=1)
    file = tmp_path / "event.json"
    call_command("export_archive", event.code, str(file))
    printed = StringIO()
    call_command("standings_file", str(file), "--json", stdout=printed)
    assert len(json.loads(printed.getvalue())) == 6


def test_an_event_in_pods_is_whole_in_its_file(tmp_path: Path) -> None:
    event = start_pods(18, top_cut=16, pod_places="4-3-2-1", planned_rounds=2)
    owner, rng = owner_of(event), Random(7)
    first = publish(event)
    one, two, *_rest = first.pods.order_by("table")
    absent, out, *_others = seats_of(one)
    mark_no_show(actor=owner, registration_id=absent)
    disqualify(actor=owner, registration_id=out, reason="cheating")
    enter_places(two, 1, 1, 3, 4, ended_by_time=True)
    finish_pods(first, rng)
    archive = file_of(event)
    rows = rank_players(pod_history(archive))
    assert [(row.entrant, row.rank, row.points, row.tiebreakers) for row in rows] == table_of_site(event)
    numbers = dict(Registration.objects.filter(tournament=event).values_list("pk", "number"))
    here, there = pod_field(event, 2), pods_to_seat(archive)
    assert {
        numbers[one.id]: (one.points, {numbers[key]: times for key, times in one.met.items()}, one.short, one.turns)
        for one in here.entrants
    } == {one.id: (one.points, one.met, one.short, one.turns) for one in there.entrants}
    finish_pods(publish(event), rng)
    for _round in ("semifinals", "final"):
        finish_pods(publish_round(actor=owner, round_id=next_final(event).pk), rng)
    finish_tournament(actor=owner, tournament_id=event.pk)
    archive = file_of(event)
    final = archive.finals
    assert final is not None
    last = event.rounds.get(number=4).pods.get()
    assert [numbers[key] for key in seats_of(last)] == list(final.rounds[1][0].players)
    path = tmp_path / "pods.json"
    call_command("export_archive", event.code, str(path))
    printed = json.loads(run("standings_file", str(path), "--json"))
    places = {row["id"]: row["final_place"] for row in printed}
    ended = event.registrations.filter(final_place__isnull=False).values_list("number", "final_place")
    assert places == dict(ended)
    assert run("standings_file", str(path), "--lang", "en").startswith("Final place")


def next_final(event: Tournament) -> Round:
    """The next round of the final pods as a draft."""
    event.refresh_from_db()
    return pair(event) if event.phase == "top_cut" else start_cut(event)


def run(*words: str) -> str:
    out = StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


def test_the_next_round_in_pods_is_seated_from_the_file(tmp_path: Path) -> None:
    event = start_pods(9)
    first = publish(event)
    path = tmp_path / "pods.json"
    call_command("export_archive", event.code, str(path))
    with pytest.raises(SystemExit):
        run("pair_file", str(path))
    finish_pods(first, Random(3))
    call_command("export_archive", event.code, str(path))
    second = pair(event)
    seated = json.loads(run("pair_file", str(path), "--json", "--seed", str(second.seed)))
    numbers = dict(Registration.objects.filter(tournament=event).values_list("pk", "number"))
    pods = [[numbers[key] for key in seats_of(pod)] for pod in second.pods.all()]
    assert sorted(seated["pods"]) == sorted(pods)
    assert seated["certified"]
    assert run("pair_file", str(path)).count("–") == 6


@pytest.mark.parametrize("words", [("nothing", "-"), ("{code}", "{folder}/none/event.json")])
def test_the_command_refuses_with_status_2(words: tuple[str, str], tmp_path: Path) -> None:
    facts = {"code": make_event().code, "folder": tmp_path}
    error = StringIO()
    with pytest.raises(SystemExit) as left:
        call_command("export_archive", *(word.format(**facts) for word in words), "--lang", "en", stderr=error)
    assert left.value.code == 2
    assert error.getvalue().strip()
