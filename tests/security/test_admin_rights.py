"""Support staff edit accounts without becoming more than support staff."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from accounts.actor import Actor
from accounts.models import User
from accounts.services import find_sign_in_link, issue_personal_link, issue_sign_in_link
from tests.people_and_events import enter, make_event, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def helper() -> User:
    user = make_user("helper", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(content_type__app_label="accounts"))
    return user


@pytest.fixture
def client(helper: User) -> Client:
    client = Client()
    client.force_login(helper)
    return client


def test_nobody_makes_themselves_a_superuser(client: Client, helper: User) -> None:
    path = f"/admin/accounts/user/{helper.pk}/change/"
    sent = {
        "username": "helper",
        "first_name": "小",
        "is_active": "on",
        "is_staff": "on",
        "is_superuser": "on",
        "date_joined_0": "2026-01-01",
        "date_joined_1": "10:00",
        "language": "",
    }
    assert client.post(path, sent).status_code == 302
    helper.refresh_from_db()
    assert helper.first_name == "小"
    assert not helper.is_superuser


def test_a_superusers_password_is_not_theirs_to_set(client: Client) -> None:
    owner = make_user("owner", is_staff=True, is_superuser=True)
    sent = {"password1": "another long one", "password2": "another long one", "usable_password": "true"}
    assert client.post(f"/admin/accounts/user/{owner.pk}/password/", sent).status_code == 403
    assert client.post(f"/admin/accounts/user/{owner.pk}/change/", {"username": "mine"}).status_code == 403
    owner.refresh_from_db()
    assert owner.check_password("a long password")
    assert owner.username == "owner"


class TestLinksOfWhoeverLosesRights:
    @pytest.mark.parametrize("lost", ["is_active", "is_staff", "is_superuser"])
    def test_end_with_the_sessions_they_opened(self, lost: str) -> None:
        owner, deputy = (make_user(name, is_staff=True, is_superuser=True) for name in ("owner", "deputy"))
        (entry,) = enter(make_event(), "小明")
        phone = Client()
        phone.post(issue_personal_link(player=entry.player, issuer=deputy))
        assert "小明" in phone.get("/my/").content.decode()
        one_time = issue_sign_in_link(actor=Actor(user=deputy), user=make_user("judge")).split("/")[2]
        own = issue_sign_in_link(actor=Actor(user=owner), user=make_user("other")).split("/")[2]
        admin = Client()
        admin.force_login(owner)
        sent = {"username": "deputy", "is_active": "on", "is_staff": "on", "is_superuser": "on", "language": ""}
        sent |= {"date_joined_0": "2026-01-01", "date_joined_1": "10:00"}
        path = f"/admin/accounts/user/{deputy.pk}/change/"
        assert admin.post(path, {**sent, "first_name": "小"}).status_code == 302
        assert find_sign_in_link(one_time) is not None
        del sent[lost]
        assert admin.post(path, sent).status_code == 302
        assert "小明" not in phone.get("/my/", follow=True).content.decode()
        assert find_sign_in_link(one_time) is None
        assert find_sign_in_link(own) is not None, "links of others stay"

    def test_end_with_the_account(self) -> None:
        deputy = make_user("deputy", is_superuser=True)
        one_time = issue_sign_in_link(actor=Actor(user=deputy), user=make_user("judge")).split("/")[2]
        deputy.delete()
        assert find_sign_in_link(one_time) is None
