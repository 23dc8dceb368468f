"""Parsing requests to the API."""

from __future__ import annotations

from collections.abc import Mapping
from json import JSONDecodeError
from typing import IO, Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class FlatEnoughJSONParser(JSONParser):
    """JSON; nesting deeper than Python reads is the sender's error."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError:
            raise ParseError(_("This JSON cannot be read: it is nested too deeply.")) from None
        except ParseError as error:
            raise ParseError(say_why(error.__context__)) from None


def say_why(mistake: BaseException | None) -> str:
    """Why a text is not valid JSON, in the active language."""
    if isinstance(mistake, JSONDecodeError):
        place = {"line": mistake.lineno, "column": mistake.colno}
        return _("This is not valid JSON: look at line %(line)s, column %(column)s.") % place
    if isinstance(mistake, UnicodeDecodeError):
        return _("This is not valid JSON: it is not UTF-8 text.")
    return _("This is not valid JSON.")
