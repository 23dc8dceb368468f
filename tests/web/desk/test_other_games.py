"""Every shipped game from the page that creates an event to a recorded result, by plain requests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from pytest_django.plugin import DjangoDbBlocker

from accounts.actor import Actor
from cardpool.games import shipped_keys, shipped_pack
from tests.decks.deck_tables import FOLDER, decks_of
from tests.people_and_events import enter, load_every_game, make_actor, owner_of, player_actor
from tests.web.desk.desk_visits import DeskVisitor, text_of
from tournaments.models import Match, Tournament
from tournaments.views.desk.following import GAME_SETTINGS

pytestmark = pytest.mark.django_db

GAMES = shipped_keys()


@pytest.fixture(scope="module", autouse=True)
def _games(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The shipped games, loaded once."""
    with django_db_blocker.unblock(), transaction.atomic():
        load_every_game()
        yield
        transaction.set_rollback(True)


def client_of(actor: Actor) -> Client:
    return DeskVisitor(Tournament(code="x"), actor).client


def as_sent(form: Any) -> dict[str, Any]:
    """What a browser sends of an unchanged form."""
    values = {name: form[name].value() for name in form.fields}
    return {name: value for name, value in values.items() if value is not None and value is not False}


def open_event(game: str, **changes: str) -> DeskVisitor:
    """An event created on the desk's page with the game's own defaults."""
    owner = make_actor()
    client = client_of(owner)
    page = client.get("/desk/new/", {"game": game})
    assert f'<option value="{game}" selected' in text_of(page)
    form = page.context["form"]
    sent = as_sent(form) | {
        "name": "Saturday cup",
        "starts_at": "2031-05-03T10:00",
        "decklists_required": "on",
        **changes,
    }
    answer = client.post("/desk/new/", sent)
    assert answer.status_code == 302, answer.context["form"].errors
    return DeskVisitor(Tournament.objects.latest("pk"), owner)


@pytest.mark.parametrize("game", GAMES)
def test_an_event_starts_from_the_games_own_defaults(game: str) -> None:
    tournament = open_event(game).tournament
    defaults = shipped_pack(game).tournament
    assert (tournament.best_of, tournament.pool, tournament.preset) == (
        defaults.best_of, defaults.pool, defaults.standings,
    )  # fmt: skip
    assert tournament.round_minutes == defaults.minutes(defaults.best_of)


@pytest.mark.parametrize("game", [game for game in GAMES if 5 not in shipped_pack(game).best_of_choices])
def test_a_match_length_the_game_is_not_played_in_is_refused(game: str) -> None:
    client = client_of(make_actor())
    form = client.get("/desk/new/", {"game": game}).context["form"]
    answer = client.post("/desk/new/", as_sent(form) | {"name": "C", "starts_at": "2031-05-03T10:00", "best_of": "5"})
    assert answer.status_code == 422
    assert not Tournament.objects.exists()


def sent_with(client: Client, first: str, chosen: str, **changes: str) -> dict[str, Any]:
    """The form filled for one game and sent with another chosen, as by a browser without scripts."""
    page = client.get("/desk/new/", {"game": first})
    assert f'name="filled_for" value="{first}"' in text_of(page)
    typed = {"name": "C", "starts_at": "2031-05-03T10:00", "filled_for": first, "game_slug": chosen, **changes}
    return as_sent(page.context["form"]) | typed


@pytest.mark.parametrize("first", GAMES)
@pytest.mark.parametrize("chosen", GAMES)
def test_the_values_follow_the_game_that_is_chosen(first: str, chosen: str) -> None:
    client = client_of(make_actor())
    wanted = as_sent(client.get("/desk/new/", {"game": chosen}).context["form"])
    sent = sent_with(client, first, chosen, place="Hall 2")
    shown = client.post("/desk/new/", {**sent, "follow": "1"})
    assert shown.status_code == 200
    form = shown.context["form"]
    same = {name: str(form[name].value()) for name in GAME_SETTINGS}
    assert same == {name: str(wanted[name]) for name in GAME_SETTINGS}
    assert (form["place"].value(), form["starts_at"].value()) == ("Hall 2", "2031-05-03T10:00")
    assert f'name="filled_for" value="{chosen}"' in text_of(shown)
    assert not Tournament.objects.exists()
    assert client.post("/desk/new/", sent).status_code == 302
    made, pack = Tournament.objects.get(), shipped_pack(chosen).tournament
    assert (made.best_of, made.pool, made.preset, made.round_minutes) == (
        pack.best_of, pack.pool, pack.standings, pack.minutes(pack.best_of),
    )  # fmt: skip


@pytest.mark.parametrize(("minutes", "made"), [("50", 25), ("45", 45)])
def test_minutes_that_nobody_changed_follow_the_match_length(minutes: str, made: int) -> None:
    client = client_of(make_actor())
    assert 'name="filled_length" value="3"' in text_of(client.get("/desk/new/"))
    sent = sent_with(client, "ultraman-hero-duel", "ultraman-hero-duel", best_of="1", round_minutes=minutes)
    assert client.post("/desk/new/", {**sent, "filled_length": "3"}).status_code == 302
    assert Tournament.objects.get().round_minutes == made


def test_what_the_organiser_changed_is_kept_when_the_game_changes() -> None:
    client = client_of(make_actor())
    sent = sent_with(client, "ultraman-hero-duel", "rush-duel", round_minutes="33", points_win="2")
    assert client.post("/desk/new/", sent).status_code == 302
    made = Tournament.objects.get()
    assert (made.game.slug, made.round_minutes, made.points_win, made.preset) == ("rush-duel", 33, 2, "konami")


def test_unticked_boxes_stay_unticked_and_nonsense_follows_nothing() -> None:
    client = client_of(make_actor())
    sent = sent_with(client, "ultraman-hero-duel", "rush-duel")
    del sent["registration_open"]
    form = client.post("/desk/new/", {**sent, "follow": "1"}).context["form"]
    assert (form["registration_open"].value(), form["decklists_required"].value()) == (False, True)
    nonsense = client.post("/desk/new/", {**sent, "filled_for": "no-such-game"})
    assert nonsense.status_code == 302
    assert Tournament.objects.get().preset == "mtr"


@pytest.mark.parametrize("game", GAMES)
def test_a_list_is_filled_saved_and_shown(game: str) -> None:
    desk = open_event(game)
    entry = enter(desk.tournament, "Ann")[0]
    client = client_of(player_actor(entry))
    editor = reverse("deck_editor", args=[entry.pk])
    judge = reverse("deck_judge", args=[entry.pk])
    page = client.post(judge, {"text": "", "edit": "example"})
    assert page.status_code == 200
    shown = page.context["shown"]
    assert shown.state == "legal", [problem.sentence for problem in shown.problems]
    answer = client.post(editor, {"text": page.context["typed"].text, "base": "", "action": "submit"}, follow=True)
    assert answer.status_code == 200
    entry.refresh_from_db()
    assert entry.decklist.submitted.is_legal
    assert client.get(editor).status_code == 200


@pytest.mark.parametrize("game", GAMES)
def test_every_illegal_list_is_shown_with_its_clauses(game: str) -> None:
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    for deck in decks_of(game)[-12:]:
        text = (FOLDER / game / deck["file"]).read_bytes().decode("utf-8", "replace")
        sent = {"text": text, "game": game, "best_of": deck["best_of"], "pool": deck["pool"]}
        page = client.post(reverse("deck_check"), sent)
        shown = page.context["shown"]
        assert page.status_code == 200
        assert shown.state == ("legal", "illegal", "unreadable", "undecided")[deck["exit"]] or deck["errors"] == [
            "empty"
        ]
        clauses = [problem.clause for problem in shown.problems if not problem.line and not problem.remedies]
        assert clauses[-len(deck["violations"]) :] == [found[1] for found in deck["violations"]] or deck["errors"]


@pytest.fixture
def table(request: Any) -> Match:
    """The first table of a running round of the game."""
    desk = open_event(request.param)
    tournament = desk.tournament
    enter(tournament, "Ann", "Bob", "Cid", "Dan")
    desk.press("desk_start", allow_missing="on", allow_missing_decklists="on")
    desk.press("desk_pair", number=1)
    desk.press("desk_round_publish", 1)
    return Match.objects.filter(round__tournament=tournament).order_by("table")[0]


@pytest.mark.parametrize("table", GAMES, indirect=True, ids=GAMES)
def test_every_ending_of_the_game_can_be_recorded(table: Match) -> None:
    tournament = table.round.tournament
    desk, play = DeskVisitor(tournament, owner_of(tournament)), shipped_pack(tournament.game.slug).play
    page = desk.read("desk_match", table.pk)
    for ending in play["endings"]:
        assert ending["names"]["en"].replace("'", "&#x27;") in page
    method = play["first_game"]["methods"][0]["key"]
    for ending in play["endings"]:
        result = "1" if "win" in ending["results"] else "draw"
        table.refresh_from_db()
        game = {"method": method, "chooser": "1", "choice": "first", "result": result, "ending": ending["key"]}
        desk.press("desk_match_game", table.pk, version=table.version, **game)
        recorded = table.games.get()
        assert (recorded.ending, recorded.winner_seat) == (ending["key"], 1 if result == "1" else None)
        table.refresh_from_db()
        desk.press("desk_match_clear", table.pk, version=table.version)


@pytest.mark.parametrize("table", GAMES, indirect=True, ids=GAMES)
def test_the_result_screens_speak_as_the_game_does(table: Match) -> None:
    """Match and game in the pack's words, both-at-once with its clause, on the desk and for the players."""
    tournament = table.round.tournament
    pack = shipped_pack(tournament.game.slug)
    rule = pack.play["simultaneous_loss"]
    for language, side in (("en", "en"), ("zh-hans", "zh")):
        game = getattr(pack.labels["game"], side)
        desk = DeskVisitor(tournament, owner_of(tournament), language=language)
        player = DeskVisitor(tournament, player_actor(table.player1), language=language)
        pages = [desk.read("desk_match", table.pk), player.read("match", table.pk)]
        if side == "en":
            assert f"Record the {game}" in pages[0]
            assert f"Drawn {game}" in pages[0]
            words = f"Both losing at once is a drawn {game}." if rule["result"] == "draw" else "play on in sudden death"
        else:
            words = f"双方同时输，算平{game}" if rule["result"] == "draw" else f"双方同时输不算平{game}"
        for page in pages:
            said = page[page.index(words) :][:200]
            assert not rule["clause"] or rule["clause"] in said


@pytest.mark.parametrize("table", GAMES, indirect=True, ids=GAMES)
def test_the_later_games_and_drawn_games_follow_the_pack(table: Match) -> None:
    """The desk shows who chooses next with its clause, after a lost and after a drawn game."""
    tournament = table.round.tournament
    pack, desk = shipped_pack(tournament.game.slug), DeskVisitor(tournament, owner_of(tournament))
    if tournament.best_of == 1:
        tournament.best_of = 3
        tournament.save()
    game = pack.labels["game"].en
    first = {"method": pack.play["first_game"]["methods"][0]["key"], "chooser": "1", "choice": "first"}
    said = desk.press("desk_match_game", table.pk, version=table.version, result="1", **first)
    assert f"{game.capitalize()} 1 is recorded." in said
    assert f"{game.capitalize()} 2: {table.player2.name} chooses, having lost {game} 1." in said
    assert pack.play["later_games"]["clause"] in said
    table.refresh_from_db()
    second = {"chooser": "2", "choice": "second", "result": "draw"}
    said = desk.press("desk_match_game", table.pk, version=table.version, **second)
    assert f"{game.capitalize()} 3: {table.player2.name} chooses again, because {game} 2 was drawn." in said
    table.refresh_from_db()
    wrong = desk.post("desk_match_game", table.pk, version=table.version, chooser="1", choice="first", result="1")
    assert f"In {game} 3 the choice is {table.player2.name}&#x27;s" in text_of(wrong)


@pytest.mark.parametrize("game", GAMES)
def test_quick_scores_fit_every_length_the_game_is_played_in(game: str) -> None:
    for length in shipped_pack(game).best_of_choices:
        desk = open_event(game, best_of=str(length), name=f"BO{length}")
        enter(desk.tournament, "Ann", "Bob")
        desk.press("desk_start", allow_missing="on", allow_missing_decklists="on")
        desk.press("desk_pair", number=1)
        desk.press("desk_round_publish", 1)
        match = Match.objects.get(round__tournament=desk.tournament)
        page = desk.read("desk_match", match.pk)
        need = length // 2 + 1
        assert f'value="{need}-0-0"' in page
        assert f'value="{need + 1}-0-0"' not in page
        desk.press("desk_match_score", match.pk, version=match.version, score=f"{need}-0-0")
        match.refresh_from_db()
        assert match.is_complete


@pytest.mark.parametrize("table", GAMES, indirect=True, ids=GAMES)
def test_a_choice_is_asked_for_only_where_there_is_one(table: Match) -> None:
    tournament = table.round.tournament
    play = shipped_pack(tournament.game.slug).play
    desk = DeskVisitor(tournament, owner_of(tournament))
    page = desk.read("desk_match", table.pk)
    asks = play["first_game"]["chooser"] == "winner_of_method"
    assert ("They chose" in page, "Who starts" in page) == (asks, not asks)
    assert ('type="hidden" name="choice" value="first"' in page) == (not asks)
    method = play["first_game"]["methods"][0]["key"]
    desk.press(
        "desk_match_game", table.pk, version=table.version, method=method, chooser="2", choice="first", result="1"
    )
    assert table.games.get().first_seat == 2
    if tournament.best_of > 1:
        assert "They chose" in desk.read("desk_match", table.pk)
    else:
        table.refresh_from_db()
        assert table.is_complete


@pytest.mark.parametrize("table", ["pokemon-tcg"], indirect=True)
def test_a_game_of_which_nobody_noted_who_started(table: Match) -> None:
    desk = DeskVisitor(table.round.tournament, owner_of(table.round.tournament))
    desk.press("desk_match_game", table.pk, version=table.version, choice="first", result="1", ending="prizes")
    game = table.games.get()
    assert (game.chooser_seat, game.choice, game.first_seat) == (None, "", None)


@pytest.mark.parametrize("table", ["pokemon-tcg"], indirect=True)
def test_where_the_winner_of_the_toss_starts_nobody_may_choose_to_go_second(table: Match) -> None:
    desk = DeskVisitor(table.round.tournament, owner_of(table.round.tournament))
    assert "Its winner goes first" in desk.read("desk_match", table.pk)
    game = {"method": "coin", "chooser": "1", "choice": "second", "result": "1", "ending": "prizes"}
    answer = desk.post("desk_match_game", table.pk, version=table.version, **game)
    assert answer.status_code in (409, 422)
    assert "准备阶段" in text_of(answer)
    assert not table.games.exists()


@pytest.mark.parametrize("table", ["pokemon-tcg", "heroes-placement"], indirect=True)
def test_an_ending_that_leaves_a_winner_is_no_drawn_game(table: Match) -> None:
    tournament = table.round.tournament
    desk, endings = DeskVisitor(tournament, owner_of(tournament)), shipped_pack(tournament.game.slug).play["endings"]
    ending = next(one for one in endings if one["results"] == ["win"] and one["clause"])
    answer = desk.post("desk_match_game", table.pk, version=table.version, result="draw", ending=ending["key"])
    assert answer.status_code in (409, 422)
    assert ending["clause"] in text_of(answer)


@pytest.mark.parametrize("game", GAMES)
def test_the_api_judges_every_game_and_refuses_a_length_it_is_not_played_in(game: str) -> None:
    address = reverse("api_judge", args=[game])
    deck = decks_of(game)[0]
    text = (FOLDER / game / deck["file"]).read_text(encoding="utf-8")
    ask = {"text": text, "best_of": deck["best_of"], "pool": "closed"}
    assert Client().post(address, ask, content_type="application/json").json()["legal"] is True
    assert Client().post(address, {"text": text}, content_type="application/json").status_code == 200
    longer = Client().post(address, ask | {"best_of": 5}, content_type="application/json")
    assert longer.status_code == (200 if 5 in shipped_pack(game).best_of_choices else 400)
