"""Support staff mend accounts without becoming more than support staff."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from accounts.models import User
from tests.people_and_events import make_user

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
