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
from tournaments.services.entries import (
    accept_as_same,
    collect_key,
    issue_entry_link,
    part_entry,
    register_self,
    reopen_join_request,
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
