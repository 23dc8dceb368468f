"""The administration, whose sign-in page is the site's: that counts wrong passwords, Django's own does not."""

from __future__ import annotations

from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse


class Administration(AdminSite):
    """Django's administration without a sign-in page of its own."""

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        answer: HttpResponse = secure_admin_login(super().login)(request, extra_context)
        return answer
