"""Signing in with WeChat, and untying it from an account."""

from __future__ import annotations

from typing import Any

from allauth.account.decorators import reauthentication_required
from allauth.socialaccount.models import SocialAccount
from allauth.socialaccount.providers.weixin import views as weixin_views
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import notices
from accounts.models import User
from accounts.sign_in_views import within_sign_in
from accounts.views import signed_in
from accounts.ways_in import has_other_way


@never_cache
@within_sign_in
def begin(request: HttpRequest, **more: Any) -> HttpResponse:
    """To WeChat's own page; with `process=connect` to tie it to the account that is signed in."""
    return _where_on(weixin_views.oauth2_login, request)


@never_cache
@within_sign_in
def finish(request: HttpRequest) -> HttpResponse:
    """Back from WeChat: signed in, with a new account the first time."""
    return _where_on(weixin_views.oauth2_callback, request)


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
@reauthentication_required(app="allauth.socialaccount")
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
