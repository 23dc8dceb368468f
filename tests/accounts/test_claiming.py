"""Players in accounts: one account keeps a player, an account keeps a family, and the link lives beside it."""

from __future__ import annotations

import pytest

from accounts.account_players import players_of_account
from accounts.claiming import claim_player, end_own_link, release_player, renew_own_link
from accounts.erasing import erase_player_data
from accounts.models import Player, User
from accounts.players_here import MAX_PLAYERS
from accounts.refusals import Conflict, Refusal
from accounts.services import create_player, end_issued_links, find_player_by_link, issue_personal_link
from tests.people_and_events import make_user
from tests.two_at_once import at_once

pytestmark = pytest.mark.django_db


def player_of(path: str) -> Player | None:
    return find_player_by_link(path.split("/")[2])


def with_link(name: str = "小明", **facts) -> tuple[Player, str]:
    player = create_player(name=name)
    path = issue_personal_link(player=player, **facts)
    player.refresh_from_db()
    return player, path


def test_an_account_keeps_several_players_and_their_links_go_on():
    user = make_user()
    (ming, first), (hong, second) = with_link("小明"), with_link("小红")
    claim_player(user=user, player=ming)
    claim_player(user=user, player=hong)
    claim_player(user=user, player=hong)
    assert players_of_account(user.pk) == [ming, hong]
    assert (player_of(first), player_of(second)) == (ming, hong)


def test_a_second_account_is_refused():
    player, _ = with_link()
    first = make_user()
    claim_player(user=first, player=player)
    with pytest.raises(Conflict, match="player_in_account"):
        claim_player(user=make_user(), player=player)
    player.refresh_from_db()
    assert player.user == first


def test_a_deleted_account_takes_nobody_with_it():
    player, _ = with_link()
    with pytest.raises(Conflict, match="account_closed"):
        claim_player(user=make_user(is_active=False), player=player)


@pytest.mark.django_db(transaction=True)
def test_of_two_accounts_at_once_one_gets_the_player():
    player, _ = with_link()
    users = make_user(), make_user()
    results = at_once(player, *(lambda user=user: claim_player(user=user, player=player) for user in users))
    kept = [one for one in results if isinstance(one, Player)]
    [refused] = [one for one in results if isinstance(one, Refusal)]
    assert refused.code == "player_in_account"
    player.refresh_from_db()
    assert [one.user_id for one in kept] == [player.user_id]


@pytest.mark.django_db(transaction=True)
def test_two_players_claimed_at_once_do_not_overfill_an_account():
    user = make_user()
    for number in range(MAX_PLAYERS - 1):
        Player.objects.create(name=f"P{number}", user=user)
    players = [with_link(name)[0] for name in ("甲", "乙")]
    results = at_once(user, *(lambda player=player: claim_player(user=user, player=player) for player in players))
    assert [one.code for one in results if isinstance(one, Refusal)] == ["account_is_full"]
    assert user.players.count() == MAX_PLAYERS


def test_an_erased_player_is_nobodys_again():
    player, _ = with_link()
    erase_player_data(player=player)
    with pytest.raises(Conflict, match="player_erased"):
        claim_player(user=make_user(), player=player)


def test_a_player_taken_out_has_a_link_and_may_go_to_another_account():
    user, other = make_user(), make_user()
    player, path = with_link()
    claim_player(user=user, player=player)
    assert release_player(user=user, player_id=player.pk) == (player, "")
    assert player_of(path) == player
    claim_player(user=user, player=player)
    end_own_link(user=user, player_id=player.pk)
    assert player_of(path) is None
    _, made = release_player(user=user, player_id=player.pk)
    assert player_of(made) == player
    assert claim_player(user=other, player=player).user == other


@pytest.mark.parametrize("act", [release_player, renew_own_link, end_own_link])
def test_nobody_acts_on_anothers_player(act):
    player, path = with_link()
    claim_player(user=make_user(), player=player)
    with pytest.raises(Refusal, match="no_such_player"):
        act(user=make_user(), player_id=player.pk)
    assert player_of(path) == player


def test_a_link_that_ends_takes_nobody_out_of_an_account():
    """The desk's, when who issued it loses their rights, or a new one."""
    issuer, user = make_user(), make_user()
    player, path = with_link(issuer=issuer)
    claim_player(user=user, player=player)
    end_issued_links(issuer=issuer)
    player.refresh_from_db()
    assert (player_of(path), player.user) == (None, user)
    _, fresh = renew_own_link(user=user, player_id=player.pk)
    assert player_of(fresh) == player
    player.refresh_from_db()
    assert player.link_issuer == issuer, "the account may be the issuer's, so the new link is no more a secret"
    end_issued_links(issuer=issuer)
    assert player_of(fresh) == player, "the account made it, and its issuer is nobody who lost their rights"


def released(renewed: bool) -> tuple[Player, str, User]:
    """A player taken out of the account that claimed them by a card of the desk; the link, and who handed that out."""
    issuer, user = make_user(), make_user()
    player, path = with_link(issuer=issuer)
    claim_player(user=user, player=player)
    if renewed:
        _, path = renew_own_link(user=user, player_id=player.pk)
    player, made = release_player(user=user, player_id=player.pk)
    return player, made or path, issuer


def test_the_only_key_of_a_released_player_does_not_end_with_a_staff_members_role():
    """The account made it and nobody at a desk has seen it; a helper's role ends after most events."""
    player, path, issuer = released(renewed=True)
    end_issued_links(issuer=issuer)
    assert player_of(path) == player
    player.refresh_from_db()
    assert player.link_issuer == issuer, "the account may have been the issuer's, who stays out of others' entries"


def test_a_card_that_staff_handed_out_still_ends_with_their_role():
    _player, path, issuer = released(renewed=False)
    end_issued_links(issuer=issuer)
    assert player_of(path) is None


def test_a_link_made_in_letting_a_player_go_is_the_accounts_too():
    issuer, user = make_user(), make_user()
    player, _path = with_link(issuer=issuer)
    claim_player(user=user, player=player)
    end_own_link(user=user, player_id=player.pk)
    player, path = release_player(user=user, player_id=player.pk)
    end_issued_links(issuer=issuer)
    assert player_of(path) == player


def test_a_link_that_ends_before_the_account_leaves_no_issuer():
    issuer = make_user()
    player, _ = with_link(issuer=issuer)
    end_issued_links(issuer=issuer)
    player.refresh_from_db()
    assert (player.link_hash, player.link_issuer) == ("", None)
