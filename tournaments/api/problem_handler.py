"""Turns errors of the API into problem details with the same code, clause and sentence the pages show."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from accounts.refusals import Refusal, TooMany
from tournaments.wording import say_refusal


def problem_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Django REST framework's exception hook: a Response for every error of the caller, None for errors of the site."""
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    if isinstance(error, Refusal):
        body = refusal_problem(error)
    elif isinstance(error, exceptions.ValidationError):
        body = _validation_problem(error)
    elif isinstance(error, exceptions.APIException):
        body = _api_problem(error)
    else:
        return None
    set_rollback()
    return Response(body, status=body["status"], headers=_headers(error))


def refusal_problem(refusal: Refusal) -> dict[str, Any]:
    """A service's refusal as a problem."""
    errors = [
        {"field": problem.field, "code": problem.code, "message": say_refusal(problem)}
        for problem in refusal.problems
        if problem.field
    ]
    return _problem(
        refusal.http_status,
        code=refusal.code,
        detail=say_refusal(refusal),
        clause=refusal.clause,
        facts=_plain(refusal.facts),
        errors=errors,
    )


def _validation_problem(error: exceptions.ValidationError) -> dict[str, Any]:
    errors = list(_fields(error.get_full_details(), ""))
    return _problem(400, code="invalid", detail=_("Some fields cannot be accepted."), errors=errors)


def _api_problem(error: exceptions.APIException) -> dict[str, Any]:
    codes = error.get_codes()
    return _problem(error.status_code, code=codes if isinstance(codes, str) else "error", detail=str(error.detail))


def _headers(error: Exception) -> dict[str, str]:
    headers = {}
    scheme = getattr(error, "auth_header", None)
    wait = getattr(error, "wait", None)
    if isinstance(error, TooMany) and "seconds" in error.facts:
        wait = error.facts["seconds"]
    if scheme:
        headers["WWW-Authenticate"] = str(scheme)
    if wait is not None:
        headers["Retry-After"] = str(int(wait) + 1)
    return headers


def _problem(
    status: int, *, code: str, detail: str, clause: str = "", facts: Any = None, errors: Any = None
) -> dict[str, Any]:
    return {
        "type": "about:blank",
        "status": status,
        "title": _TITLES.get(status, lambda: _("Not done"))(),
        "detail": detail,
        "code": code,
        "clause": clause,
        "facts": facts or {},
        "errors": errors or [],
    }


_TITLES = {
    400: lambda: _("Not accepted"),
    401: lambda: _("Sign in first"),
    403: lambda: _("Not permitted"),
    404: lambda: _("Not found"),
    405: lambda: _("Method not allowed"),
    409: lambda: _("Changed in the meantime"),
    415: lambda: _("Unsupported media type"),
    429: lambda: _("Too many requests"),
}


def _fields(details: Any, path: str) -> Any:
    """DRF's nested error details, flattened to (dotted path, code, message)."""
    if (
        isinstance(details, dict)
        and "message" in details
        and "code" in details
        and not isinstance(details["code"], dict)
    ):
        yield {"field": path or "non_field_errors", "code": str(details["code"]), "message": str(details["message"])}
    elif isinstance(details, dict):
        for key, value in details.items():
            yield from _fields(value, f"{path}.{key}" if path else str(key))
    elif isinstance(details, list):
        for item in details:
            yield from _fields(item, path)


def _plain(value: Any) -> Any:
    """Facts as JSON: mappings and sequences kept, everything else that JSON does not have as text."""
    if value is None or isinstance(value, str | int | float | bool):
        return value
    if hasattr(value, "items"):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(item) for item in value]
    return str(value)
