"""Taking an entry from a player who has more than it: their phone gets it back by no way."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.actor import SYSTEM, Actor
from accounts.models import Player
from accounts.refusals import Conflict, NotAllowed
from accounts.services import find_player_by_link, issue_personal_link
from tests.judged_events import hand_in
from tests.people_and_events import enter, load_every_game, make_event, make_user, owner_of, player_actor
from tests.prepared_names import NAME, join, player_of, prepared
from tests.web.desk.desk_visits import DeskVisitor
from tournaments.models import Registration, Tournament
from tournaments.queries.names import shown_name
from tournaments.services.entries import (
    accept_as_same,
    collect_key,
    edit_entry,
    issue_entry_link,
    part_entry,
    register_self,
    reopen_join_request,
    undo_parting,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def here() -> Tournament:
    return make_event()


@pytest.fixture
def elsewhere() -> Tournament:
    return make_event()


def test_the_desk_takes_its_own_entry_alone_and_hands_out_a_key_of_it(here: Tournament, elsewhere: Tournament) -> None:
    """The link was refused, and nothing else could be handed over."""
    load_every_game()
    (entry,) = enter(here, "小明", age_group="adult")
    link = issue_personal_link(player=entry.player)
    other = join(elsewhere, entry.name, player_actor(entry)).registration
    hand_in(entry)
    with pytest.raises(NotAllowed, match="not_permitted"):
        part_entry(actor=owner_of(elsewhere), registration_id=entry.pk, reason="换人")
    part_entry(actor=owner_of(here), registration_id=entry.pk, reason="认错人")
    entry.refresh_from_db()
    given = find_player_by_link(issue_entry_link(actor=owner_of(here), registration_id=entry.pk).split("/")[-2])
    assert given is not None
    assert [one.pk for one in given.registrations.all()] == [entry.pk]
    assert (given.name, given.age_group, entry.decklist.owner) == ("小明", "adult", given)
    kept = find_player_by_link(link.split("/")[-2])
    assert kept is not None
    assert [one.pk for one in kept.registrations.all()] == [other.pk]
    with pytest.raises(Conflict, match="plays_here_alone"):
        part_entry(actor=owner_of(here), registration_id=entry.pk, reason="再一次")


def test_an_entry_of_an_account_is_taken_from_it_alone(here: Tournament) -> None:
    entry = register_self(
        actor=Actor(user=make_user("parent")), tournament_id=here.pk, name="小明", age_group="adult"
    ).registration
    desk = DeskVisitor(here, owner_of(here))
    address = reverse("desk_entry_part", args=[here.code, entry.pk])
    assert address in desk.read("desk_entry", entry.pk)
    assert desk.post("desk_entry_part", entry.pk).status_code == 422
    assert "Issue a link, and hand it out" in desk.press("desk_entry_part", entry.pk, reason="认错人")
    entry.refresh_from_db()
    assert entry.player.user is None
    assert Player.objects.filter(user__username="parent").exists()
    assert address not in desk.read("desk_entry", entry.pk)


def test_an_entry_that_was_taken_is_given_back_as_it_was(here: Tournament, elsewhere: Tournament) -> None:
    load_every_game()
    (entry,) = enter(here, "小明", age_group="adult")
    entry.claimed_at = entry.registered_at
    entry.save()
    before = entry.player
    link = issue_personal_link(player=before)
    other = join(elsewhere, entry.name, player_actor(entry)).registration
    hand_in(entry)
    desk = DeskVisitor(here, owner_of(here))
    undo = reverse("desk_entry_give_back", args=[here.code, entry.pk])
    assert undo in desk.press("desk_entry_part", entry.pk, reason="认错人"), "offered beside the notice"
    given = issue_entry_link(actor=owner_of(here), registration_id=entry.pk)
    edit_entry(actor=owner_of(here), registration_id=entry.pk, name="小明", birth_year=2000, public_name="", team="")
    assert undo in desk.read("desk_entry", entry.pk)
    assert f'action="{undo}"' in desk.read("desk_log")
    assert "Give it back" in desk.read("desk_entry_give_back", entry.pk)
    with pytest.raises(NotAllowed, match="not_permitted"):
        undo_parting(actor=owner_of(elsewhere), registration_id=entry.pk)
    assert "The entry of 小明 is given back." in desk.press("desk_entry_give_back", entry.pk)
    entry.refresh_from_db()
    assert (entry.player, entry.decklist.owner, entry.claimed_at) == (before, before, entry.registered_at)
    assert (entry.player.birth_year, player_of(given), player_of(link)) == (2000, None, before)
    assert list(before.registrations.order_by("pk")) == [entry, other]
    assert undo not in desk.read("desk_log") + desk.read("desk_entry", entry.pk)
    assert "gave the entry of 小明 back to the player who had it" in desk.read("desk_log")
    with pytest.raises(Conflict, match="no_parting_to_undo"):
        undo_parting(actor=owner_of(here), registration_id=entry.pk)


def test_an_entry_is_given_back_to_nobody_who_is_entered_again_nor_from_who_has_more(
    here: Tournament, elsewhere: Tournament
) -> None:
    (entry,) = enter(here, "小明", age_group="adult")
    before = entry.player
    join(elsewhere, entry.name, player_actor(entry))
    part(entry)
    entry.refresh_from_db()
    Registration.objects.create(tournament=here, player=before, number=2, name="小明二")
    with pytest.raises(Conflict, match="already_registered"):
        undo_parting(actor=owner_of(here), registration_id=entry.pk)
    join(make_event(), entry.name, player_actor(entry))
    with pytest.raises(Conflict, match="no_parting_to_undo"):
        undo_parting(actor=owner_of(here), registration_id=entry.pk)


def test_an_answer_that_gave_a_taken_entry_away_is_taken_back_before_the_parting(elsewhere: Tournament) -> None:
    """Its key would open whom the entry goes back to; and what taking the entry ended of answers is as before."""
    event = prepared()
    old, second, third = join(event), join(event), join(event)
    assert old.entry is not None
    assert second.request is not None
    assert third.request is not None
    owner = owner_of(event)
    accept_as_same(actor=owner, request_id=second.request.pk)
    Registration.objects.create(tournament=elsewhere, player=old.entry.player, number=1, name=NAME)
    entry = part(old.entry)
    accept_as_same(actor=owner, request_id=third.request.pk)
    with pytest.raises(Conflict, match="no_parting_to_undo"):
        undo_parting(actor=owner, registration_id=entry.pk)
    reopen_join_request(actor=owner, request_id=third.request.pk)
    undo_parting(actor=owner, registration_id=entry.pk)
    assert player_of(old.personal_link) is None
    reopen_join_request(actor=owner, request_id=second.request.pk)
    assert player_of(old.personal_link) == old.entry.player


def part(entry: Registration) -> Registration:
    return part_entry(actor=owner_of(entry.tournament), registration_id=entry.pk, reason="认错人")


def test_a_prepared_entry_that_was_taken_is_not_claimed_again(here: Tournament, elsewhere: Tournament) -> None:
    """It was matched with a known player, and was open to claims all the time."""
    (entry,) = enter(here, NAME)
    Registration.objects.create(tournament=elsewhere, player=entry.player, number=1, name=NAME)
    assert entry.is_claimable
    part(entry)
    assert join(here).request is not None


@pytest.mark.parametrize("is_collected", [False, True])
def test_an_answer_of_before_opens_a_taken_entry_no_more(elsewhere: Tournament, is_collected: bool) -> None:
    """The phone could take the waiting key, which ended the desk's link; taken back, the answer gave the old link."""
    event = prepared()
    old = join(event)
    second = join(event)
    assert old.entry is not None
    assert second.request is not None
    owner = owner_of(event)
    accept_as_same(actor=owner, request_id=second.request.pk)
    if is_collected:
        collect_key(actor=SYSTEM, request_id=second.request.pk, secret=second.secret)
    Registration.objects.create(tournament=elsewhere, player=old.entry.player, number=1, name=NAME)
    entry = part(old.entry)
    given = issue_entry_link(actor=owner, registration_id=entry.pk)
    with pytest.raises(Conflict, match="join_key_collected"):
        collect_key(actor=SYSTEM, request_id=second.request.pk, secret=second.secret)
    assert player_of(given) == entry.player
    reopen_join_request(actor=owner, request_id=second.request.pk)
    assert player_of(old.personal_link) is None


def test_a_child_whose_age_was_corrected_meanwhile_stays_masked_when_the_entry_is_given_back(
    here: Tournament, elsewhere: Tournament
) -> None:
    load_every_game()
    (entry,) = enter(here, "小明")
    before = entry.player
    before.birth_year = 1990
    before.save()
    join(elsewhere, entry.name, player_actor(entry))
    part(entry)
    edit_entry(actor=owner_of(here), registration_id=entry.pk, name="小明", birth_year=2010, public_name="", team="")
    undo_parting(actor=owner_of(here), registration_id=entry.pk)
    entry = Registration.objects.select_related("player").get(pk=entry.pk)
    assert (entry.player, entry.player.birth_year) == (before, 2010)
    assert "小明" not in shown_name(entry, private=False)


@pytest.mark.parametrize(
    ("said", "kept"), [("minor", (None, "minor")), ("", (None, "adult")), ("adult", (1990, "adult"))]
)
def test_a_year_that_was_cleared_for_a_younger_age_group_does_not_come_back_with_the_entry(
    here: Tournament, elsewhere: Tournament, said: str, kept: tuple[int | None, str]
) -> None:
    """The player of before had the old year again, and was shown in full."""
    (entry,) = enter(here, "小明", birth_year=1990, age_group="")
    join(elsewhere, "小明", player_actor(entry))
    part_entry(actor=owner_of(here), registration_id=entry.pk, reason="认错人")
    facts = {"name": "小明", "birth_year": None, "age_group": said, "public_name": "", "team": ""}
    edit_entry(actor=owner_of(here), registration_id=entry.pk, **facts)
    entry = undo_parting(actor=owner_of(here), registration_id=entry.pk)
    entry.player.refresh_from_db()
    assert (entry.player.birth_year, entry.player.age_group) == kept
