"""Reading what is sent to the API."""

from __future__ import annotations

from collections.abc import Mapping
from json import JSONDecodeError
from typing import IO, Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class FlatEnoughJSONParser(JSONParser):
    """JSON; nested deeper than Python reads it is an error of the sender."""

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
    """What keeps a text from being JSON, in words of the reader's language."""
    if isinstance(mistake, JSONDecodeError):
        place = {"line": mistake.lineno, "column": mistake.colno}
        return _("This is not valid JSON: look at line %(line)s, column %(column)s.") % place
    if isinstance(mistake, UnicodeDecodeError):
        return _("This is not valid JSON: it is not UTF-8 text.")
    return _("This is not valid JSON.")
