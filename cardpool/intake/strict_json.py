"""Reading JSON that somebody wrote: every key of an object once, no constants that are not JSON, nothing too deep."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NoReturn

KEY_TWICE = "json_key_twice"
Pairs = list[tuple[str, Any]]

_TEXT_OR_BRACE = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)"(?:\s*(:))?|[{}]')
"""A text, with the colon behind it where it is a key; or where an object begins or ends."""


class BadJson(ValueError):
    """A text that is not JSON, or that no two programs read alike. `code` and `facts` name the reason; `line` and
    `column` count from 1 and are 0 where they are not known. They are among the facts where they are known."""

    def __init__(self, code: str, *, line: int = 0, column: int = 0, **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.line = line
        self.column = column
        self.facts = {**facts, "line": line, "column": column} if line else facts


class _KeyTwice(Exception):
    """An object has a key twice."""


def _object(pairs: Pairs) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _KeyTwice
    return found


def _constant(word: str) -> NoReturn:
    raise BadJson("json_constant", word=word)


def read_json(text: str, *, make_object: Callable[[Pairs], Any] = _object) -> Any:
    """The value of a JSON text; `make_object` makes an object of its pairs, and by default refuses a key that is there
    twice.

    Raises `BadJson`: `json_invalid` and `json_key_twice` (`key`) with line and column, `json_constant` (`NaN`,
    `Infinity`), `json_too_deep` and `json_number_too_long`, both by Python's own limits.
    """
    try:
        return json.loads(text, object_pairs_hook=make_object, parse_constant=_constant)
    except BadJson:
        raise
    except _KeyTwice:
        start, key = next(_second_keys(text))
        line, column = text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)
        raise BadJson(KEY_TWICE, line=line, column=column, key=key[:60]) from None
    except json.JSONDecodeError as mistake:
        raise BadJson("json_invalid", line=mistake.lineno, column=mistake.colno) from mistake
    except RecursionError as mistake:
        raise BadJson("json_too_deep") from mistake
    except ValueError as mistake:
        raise BadJson("json_number_too_long") from mistake


def _second_keys(text: str) -> Iterator[tuple[int, str]]:
    """The keys of a JSON text that their object already has, and where each begins, in the order of the text."""
    objects: list[set[str]] = []
    for found in _TEXT_OR_BRACE.finditer(text):
        if found[0] == "{":
            objects.append(set())
        elif found[0] == "}":
            objects.pop()
        elif found[2]:
            key = json.loads(f'"{found[1]}"') if "\\" in found[1] else found[1]
            if key in objects[-1]:
                yield found.start(), key
            objects[-1].add(key)


def read_json_tables(text: str) -> tuple[Mapping[str, Any], ...]:
    """A JSON list of objects, as deck rules are written in a cell. Raises `BadJson`: also `json_not_tables`."""
    tables = read_json(text)
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise BadJson("json_not_tables")
    return tuple(tables)
