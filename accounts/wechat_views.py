"""Signing in with WeChat, and untying it from an account."""

from __future__ import annotations

import json
from typing import Any

from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.models import SocialAccount, SocialLogin, SocialToken
from allauth.socialaccount.providers.base import AuthProcess
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from allauth.socialaccount.providers.weixin import views as weixin_views
from allauth.socialaccount.views import SignupView
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import notices
from accounts.models import User
from accounts.proving import proved_again
from accounts.sign_in_views import within_sign_in
from accounts.views import signed_in
from accounts.ways_in import has_other_way


class WechatAPI(weixin_views.WeixinOAuth2Adapter):
    """allauth's, which reads an answer for what it is: WeChat reports errors as JSON with an `errcode`, status 200."""

    def parse_token(self, data: Any) -> SocialToken:
        try:
            token: SocialToken = super().parse_token(data)
        except (KeyError, TypeError, ValueError) as error:
            raise OAuth2Error("WeChat gave no token") from error
        return token

    def complete_login(self, request: HttpRequest, app: Any, token: SocialToken, **kwargs: Any) -> SocialLogin:
        openid = kwargs.get("response", {}).get("openid")
        with get_adapter().get_requests_session() as session:
            answer = session.get(self.profile_url, params={"access_token": token.token, "openid": openid})
            answer.raise_for_status()
        try:
            # It calls its JSON plain text, of which `requests` would guess another encoding.
            said = json.loads(answer.content.decode())
        except ValueError as error:
            raise OAuth2Error("WeChat did not answer in JSON") from error
        if not isinstance(said, dict) or not isinstance(said.get("openid"), str) or not said["openid"]:
            raise OAuth2Error("WeChat did not say who it is")
        return self.get_provider().sociallogin_from_response(request, said)


_callback = weixin_views.OAuth2CallbackView.adapter_view(WechatAPI)


@never_cache
@within_sign_in
def begin(request: HttpRequest, **more: Any) -> HttpResponse:
    """To WeChat's own page; with `process=connect` to tie it to the account that is signed in."""
    view = weixin_views.oauth2_login
    # allauth reads what is sent before the address; either is enough to ask for a proof.
    asks = AuthProcess.CONNECT in (request.POST.get("process"), request.GET.get("process"))
    return _where_on(proved_again(view, on_get=False) if asks else view, request)


@never_cache
@within_sign_in
def finish(request: HttpRequest) -> HttpResponse:
    """Back from WeChat: signed in; the first time on to the question before an account is made."""
    return _where_on(_callback, request)


@never_cache
@within_sign_in
def sign_up(request: HttpRequest) -> HttpResponse:
    """Asks a WeChat that comes for the first time for the player's age, and makes the account."""
    try:
        return _where_on(_sign_up, request)
    except IntegrityError:  # It was pressed twice, and the account is there.
        return redirect("account_login")


def _sign_up(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        request.session.pop("socialaccount_sociallogin", None)
        return redirect("account")
    answer: HttpResponse = SignupView.as_view()(request)
    return answer


def _where_on(view: Any, request: HttpRequest) -> HttpResponse:
    if not settings.WECHAT_IS_ON:
        raise Http404
    answer: HttpResponse = view(request)
    return answer


@require_safe
def failed(request: HttpRequest) -> HttpResponse:
    """What to do where WeChat did not say who it is."""
    return render(request, "socialaccount/authentication_error.html")


@login_required
@require_POST
@proved_again
@transaction.atomic
def untie(request: HttpRequest, wechat_id: int) -> HttpResponse:
    """Let this WeChat sign in to the account no more, unless it is the only way in; another account's is not found."""
    user = User.objects.select_for_update().get(pk=signed_in(request).pk)
    wechat = get_object_or_404(SocialAccount, pk=wechat_id, user=user, provider="weixin")
    if not has_other_way(user, besides=wechat):
        notices.refused(request, _("This is the only way into your account. Set a password first."))
        return redirect("account")
    wechat.delete()
    notices.done(request, _("WeChat no longer signs in to this account."))
    return redirect("account")
