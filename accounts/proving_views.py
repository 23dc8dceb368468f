"""Proving again who one is without password and passkey: by a code sent by mail, or by WeChat."""

from __future__ import annotations

from typing import Any

from allauth.account.internal.flows.reauthentication import resume_request
from allauth.account.views import BaseReauthenticateView
from django.contrib.auth.decorators import login_required
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import notices
from accounts.forms import SignInCodeForm
from accounts.proving import (
    forget_code,
    further_proofs,
    note_proof,
    note_wrong_code,
    proved_recently,
    proving_code,
    send_proving_code,
)
from accounts.views import signed_in
from accounts.ways_in import confirmed_address


class ProveByCodeView(BaseReauthenticateView):
    """Send a code to the account's address, then ask for it; after five wrong ones another has to be sent."""

    form_class = SignInCodeForm
    template_name = "account/prove_by_code.html"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.POST.get("action") == "send":
            if not send_proving_code(request, signed_in(request)):
                notices.refused(request, _("Too many codes were sent to this address. Wait a minute, then try again."))
            return self._again()
        if not proving_code(request):
            notices.refused(request, _("This code counts no longer. Send another one."))
            return self._again()
        answer: HttpResponse = super().post(request, *args, **kwargs)
        return answer

    def get_form_kwargs(self) -> dict[str, Any]:
        facts: dict[str, Any] = super().get_form_kwargs()
        return facts | {"code": proving_code(self.request)}

    def form_valid(self, form: BaseForm) -> HttpResponse:
        note_proof(self.request, signed_in(self.request), "code")
        forget_code(self.request)
        answer: HttpResponse = super().form_valid(form)
        return answer

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        if note_wrong_code(self.request):
            answer: HttpResponse = super().form_invalid(form)
            answer.status_code = 422
            return answer
        notices.refused(self.request, _("Five codes were wrong. Send another one."))
        return self._again()

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        facts: dict[str, Any] = super().get_context_data(**kwargs)
        is_sent = bool(proving_code(self.request))
        return facts | {"is_sent": is_sent, "email": confirmed_address(signed_in(self.request))}

    def _again(self) -> HttpResponse:
        return redirect(self.passthrough_next_url(reverse("prove_by_code")))


prove_by_code = never_cache(login_required(ProveByCodeView.as_view()))


@never_cache
@login_required
@require_safe
def prove_by_wechat(request: HttpRequest) -> HttpResponse:
    """The way to WeChat; and back from it on to what was asked for, if it was the account's own WeChat."""
    here = reverse("prove_by_wechat")
    ways = further_proofs(signed_in(request))
    if here not in [one["url"] for one in ways]:
        raise Http404
    if proved_recently(request):
        return resume_request(request) or redirect("account")
    wanted = {"next": request.GET["next"]} if "next" in request.GET else {}
    others = [one | {"url": f"{one['url']}?{urlencode(wanted)}"} for one in ways if one["url"] != here]
    facts = {
        "back_here": f"{here}?{urlencode(wanted | {'back': '1'})}",
        "is_another": "back" in request.GET,
        "reauthentication_alternatives": others,
    }
    return render(request, "account/prove_by_wechat.html", facts, status=403 if facts["is_another"] else 200)
