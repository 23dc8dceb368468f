"""Signing in with WeChat: what allauth asks its adapter."""

from __future__ import annotations

from typing import Any

from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialAccount, SocialLogin
from allauth.socialaccount.providers.base import AuthProcess
from django.http import HttpRequest
from django.urls import reverse

from accounts.models import User
from accounts.proving import note_proof
from accounts.secrets import new_secret


class WechatAdapter(DefaultSocialAccountAdapter):
    """allauth's; of what WeChat says about a person only the id is used, and the nickname kept to tell two apart."""

    def populate_user(self, request: HttpRequest, sociallogin: SocialLogin, data: dict[str, Any]) -> User:
        """A user name by chance: a nickname may be a child's real name, and user names are public by nature."""
        sociallogin.account.extra_data = {"nickname": str(data.get("username") or "")[:80]}
        user: User = sociallogin.user
        user.username = f"wx-{new_secret(6)}"
        return user

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """A WeChat that comes back for a proof proves the account it is tied to, if that is signed in here."""
        asks_for_proof = sociallogin.state.get("process") == AuthProcess.REDIRECT
        if asks_for_proof and sociallogin.is_existing and sociallogin.user == request.user:
            note_proof(request, sociallogin.user, "socialaccount")

    def get_connect_redirect_url(self, request: HttpRequest, socialaccount: SocialAccount) -> str:
        return reverse("account")
