"""The administration, where one signs in and out as on the site.

That counts wrong passwords and keeps the players of a phone; Django's own does neither.
"""

from __future__ import annotations

from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse

from accounts.views import sign_out


class Administration(AdminSite):
    """Django's administration without pages of its own for signing in and out."""

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        answer: HttpResponse = secure_admin_login(super().login)(request, extra_context)
        return answer

    def logout(  # type: ignore[override]
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The site's: the players of the phone stay."""
        answer: HttpResponse = sign_out(request)
        return answer
