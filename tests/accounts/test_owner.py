"""The site's owner is a fact in the database: at most one account, whatever it is called."""

from __future__ import annotations

from importlib import import_module
from threading import Barrier, Thread

import pytest
from django.apps import apps
from django.db import IntegrityError, connections

from accounts.models import User
from accounts.services import (
    ensure_owner,
    issue_owner_link,
    owner_needs_link,
    owner_of_site,
    redeem_sign_in_link,
)
from config.embedded.prepare import owner_link
from tests.people_and_events import make_user

PASSWORD = "a fine long one"
mark_owner = import_module("accounts.migrations.0003_one_owner").mark_owner


def set_up_as(name: str) -> User:
    """Follow the owner's link as its reader does."""
    return redeem_sign_in_link(secret=issue_owner_link().split("/")[2], username=name, password=PASSWORD)


@pytest.mark.django_db
class TestRestarts:
    def test_a_renamed_owner_with_a_password_stays_the_only_one(self) -> None:
        laoban = set_up_as("laoban")
        assert owner_link(asked=False, own_database=False) is None
        assert not owner_needs_link()
        assert list(User.objects.filter(is_superuser=True)) == [laoban]

    def test_a_locked_out_owner_gets_a_link_for_the_account_they_have(self) -> None:
        laoban = set_up_as("laoban")
        path = owner_link(asked=True, own_database=False)
        assert path is not None
        again = redeem_sign_in_link(secret=path.split("/")[2], username="", password="another fine one")
        assert (again.pk, again.username) == (laoban.pk, "laoban")
        assert list(User.objects.filter(is_superuser=True)) == [laoban]

    def test_an_owner_without_rights_gets_them_back_from_the_machine(self) -> None:
        laoban = set_up_as("laoban")
        User.objects.filter(pk=laoban.pk).update(is_active=False, is_superuser=False, is_staff=False)
        issue_owner_link()
        laoban.refresh_from_db()
        assert (laoban.is_active, laoban.is_superuser, laoban.is_staff) == (True, True, True)

    def test_somebody_who_signed_up_as_owner_gets_no_rights(self) -> None:
        stranger = make_user("Owner", may_create_tournaments=False)
        issue_owner_link()
        stranger.refresh_from_db()
        assert (stranger.is_superuser, stranger.is_owner, stranger.sign_in_links.count()) == (False, False, 0)
        owner = owner_of_site()
        assert owner is not None
        assert owner.username == "owner2"


@pytest.mark.django_db
def test_the_database_refuses_a_second_owner() -> None:
    ensure_owner()
    with pytest.raises(IntegrityError):
        make_user("second", is_owner=True)


@pytest.mark.django_db(transaction=True)
def test_two_first_starts_at_once_make_one_owner() -> None:
    ready, made = Barrier(2), []

    def start() -> None:
        try:
            ready.wait(10)
            made.append(ensure_owner().pk)
        finally:
            connections.close_all()

    threads = [Thread(target=start) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert len(made) == 2
    assert len(set(made)) == 1
    assert User.objects.count() == 1


@pytest.mark.django_db
class TestSitesFromBefore:
    def test_the_first_superuser_is_the_owner_and_a_printed_second_one_is_closed(self) -> None:
        laoban = make_user("laoban", is_superuser=True, is_staff=True)
        second = make_user("owner", is_superuser=True, is_staff=True)
        second.set_unusable_password()
        second.save()
        second.sign_in_links.create(secret_hash="0" * 64, expires_at=second.date_joined)
        mark_owner(apps, None)
        second.refresh_from_db()
        assert owner_of_site() == laoban
        assert (second.is_superuser, second.is_active, second.sign_in_links.count()) == (False, False, 0)

    def test_an_owner_who_never_set_a_password_keeps_the_link(self) -> None:
        owner = make_user("owner", is_superuser=True)
        owner.set_unusable_password()
        owner.save()
        owner.sign_in_links.create(secret_hash="0" * 64, expires_at=owner.date_joined)
        mark_owner(apps, None)
        owner.refresh_from_db()
        assert (owner.is_owner, owner.is_superuser, owner.sign_in_links.count()) == (True, True, 1)

    def test_a_superuser_in_use_keeps_every_right(self) -> None:
        make_user("laoban", is_superuser=True)
        helper = make_user("owner", is_superuser=True)
        mark_owner(apps, None)
        helper.refresh_from_db()
        assert (helper.is_superuser, helper.is_active, helper.is_owner) == (True, True, False)

    def test_a_site_without_superusers_has_no_owner_yet(self) -> None:
        make_user("player")
        mark_owner(apps, None)
        assert owner_of_site() is None
