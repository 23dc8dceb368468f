"""What an event prints: whose names, which tables, and who may."""

import pytest

from tests.events_in_pods import IN_PODS
from tests.people_and_events import enter, make_event, owner_of, staff_actor
from tests.running_events import finish_round, play_cut, publish, score, start_event, swiss_over
from tests.web.desk.desk_visits import DeskVisitor
from tests.web.pages import assert_clean
from tests.web.public.visiting import entry, running_event, some_years_ago
from tournaments.play.divisions import read_lines
from tournaments.views.paper import PAPERS

pytestmark = pytest.mark.django_db


def with_a_child():
    event = running_event()
    child = entry(event, "王子轩")
    child.player.birth_year = some_years_ago(12)
    child.player.save()
    return event, child


@pytest.mark.parametrize("what", ["names", "tables", "slips", "standings", "round"])
def test_names_are_public_unless_the_desk_asks(what):
    event, child = with_a_child()
    desk = DeskVisitor(event, staff_actor(event, "judge"))
    public = desk.read("desk_paper", what)
    assert f"王＊＊ #{child.number}" in public
    assert "王子轩" not in public
    private = desk.read("desk_paper", what, names="desk")
    assert "王子轩" in private
    assert "For the desk: names as entered" in private or what == "slips"


def test_a_player_on_the_staff_reads_the_public_list_as_everybody_does():
    event, child = with_a_child()
    owner = owner_of(event)
    child.player.user = owner.user
    child.player.save()
    assert "王子轩" not in DeskVisitor(event, owner).read("desk_paper", "names")


@pytest.mark.parametrize("what", PAPERS)
@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_every_document_is_clean_at_every_stage(what, language):
    for event in (make_event(), running_event(), swiss_over(8, top_cut=4)):
        if event.phase == "swiss" and event.rounds.count() > 2:
            play_cut(event)
        desk = DeskVisitor(event, owner_of(event), language=language)
        assert_clean(desk.get("desk_paper", what))
        assert_clean(desk.get("desk_print"))


def test_what_is_not_there_yet_is_not_offered():
    event = make_event()
    page = DeskVisitor(event, owner_of(event)).read("desk_print")
    assert "Pairings by name" not in page
    assert "Table numbers" in page
    assert "Nothing to print yet" in DeskVisitor(event, owner_of(event)).read("desk_paper", "names")


def test_a_slip_leads_to_its_match_and_says_who_chooses():
    event = running_event()
    match = event.rounds.get(number=2).matches.order_by("table").first()
    page = DeskVisitor(event, owner_of(event)).read("desk_paper", "slips")
    assert page.count('class="slip"') == 3
    assert "agree on any way to settle it" in page
    assert "1.2.2" in page
    score(match, 2, 0)
    assert DeskVisitor(event, owner_of(event)).read("desk_paper", "slips", open="1").count('class="slip"') == 2


def test_a_draft_says_so_and_another_round_can_be_chosen():
    event = running_event()
    finish_round(event.rounds.get(number=2))
    desk = DeskVisitor(event, owner_of(event))
    desk.press("desk_pair", number=3)
    assert "Draft: not published" in desk.read("desk_paper", "tables")
    assert "Draft: not published" not in desk.read("desk_paper", "tables", round=1)
    assert desk.get("desk_paper", "tables", query={"round": 9}).status_code == 404
    assert desk.get("desk_paper", "nothing").status_code == 404


def test_table_numbers_are_those_of_the_round_or_as_typed():
    event = start_event(8, first_table=21)
    publish(event)
    desk = DeskVisitor(event, owner_of(event))
    page = desk.read("desk_paper", "numbers")
    assert [str(number) in page for number in (21, 22, 23, 24)] == [True] * 4
    assert page.count("paper-number ") == 4
    assert desk.read("desk_paper", "numbers", first=5, last=7).count("paper-number ") == 3
    assert desk.read("desk_paper", "numbers", first=9000, last=999999999).count("paper-number ") == 600


def test_cards_with_links_are_asked_about_first_and_old_links_end():
    event = make_event()
    ann = enter(event, "Ann", "Bob", "Cai")[0]
    desk = DeskVisitor(event, owner_of(event))
    ann.player.link_hash = "x" * 64
    ann.player.save()
    asked = desk.read("desk_print_links")
    assert "The 2 players without a link" in asked
    page = desk.post("desk_print_links", who="missing").content.decode()
    assert page.count('class="link-card"') == 2
    assert "Have a link already" in page
    ann.player.refresh_from_db()
    assert ann.player.link_hash == "x" * 64
    page = desk.post("desk_print_links", who="everybody").content.decode()
    assert page.count('class="link-card"') == 3
    ann.player.refresh_from_db()
    assert ann.player.link_hash != "x" * 64
    assert "issued new personal links for 3 players" in desk.read("desk_log")


def test_no_card_for_those_whose_link_is_not_the_issuers_to_give():
    here, other = make_event(), make_event()
    ann, bob = enter(here, "Ann", "Bob")
    other.registrations.create(player=ann.player, number=1, name="Ann")
    bob.player.user = staff_actor(other, "judge").user
    bob.player.save()
    page = DeskVisitor(here, owner_of(here)).post("desk_print_links", who="everybody").content.decode()
    assert 'class="link-card"' not in page
    assert "events that you do not organise" in page
    assert "Have an account" in page
    assert DeskVisitor(here, staff_actor(here, "judge")).get("desk_print_links").status_code == 403


def test_printed_standings_say_the_place_in_the_division():
    event = running_event(divisions=read_lines("少年组 / Junior, 2014-\n成人组 / Masters, -2013"))
    junior = entry(event, "Alexander")
    event.registrations.update(division="masters")
    event.registrations.filter(pk=junior.pk).update(division="junior")
    page = DeskVisitor(event, owner_of(event)).read("desk_paper", "standings")
    assert "Alexander <small>Junior 1</small>" in page
    assert page.count("<small>Masters ") == event.registrations.count() - 1


def test_a_code_on_printed_standings_has_a_plain_word():
    event = running_event()
    page = DeskVisitor(event, owner_of(event)).read("desk_paper", "standings")
    for word, code in (("Opponents", "OMW"), ("Own games", "GW"), ("Opponents&#x27; games", "OGW")):
        assert f'<span class="plain-word">{word}</span>{code}' in page


@pytest.mark.parametrize(("players", "last"), [(4, 1), (5, 1), (8, 2), (11, 3)])
def test_an_event_in_pods_needs_a_table_for_each_pod(players: int, last: int):
    event = make_event(**IN_PODS)
    enter(event, *(f"P{number:02}" for number in range(players)))
    page = DeskVisitor(event, owner_of(event)).get("desk_print")
    assert (page.context["first_table"], page.context["last_table"]) == (1, last)
