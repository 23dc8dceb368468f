"""Writing rows by statements that are put together once in a process, for the few that every result writes.

Only for models without signals of their own: none is sent.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar

from django.core.exceptions import ObjectDoesNotExist
from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Field, Model
from django.db.transaction import get_connection

from accounts.compiled import send_prepared

Row = TypeVar("Row", bound=Model)


class CompiledInsert(Generic[Row]):
    """`INSERT` of a model's rows, all columns of which are values and not expressions.

    `unique` are the fields by which a row that is there already is recognised; then `replaced` get the new values.
    """

    def __init__(self, model: type[Row], *, unique: Sequence[str] = (), replaced: Sequence[str] = ()) -> None:
        self._model, self._unique, self._replaced = model, unique, replaced
        self._statements: dict[int, str] = {}

    @cached_property
    def _fields(self) -> list[Field[Any, Any]]:
        return _columns_of(self._model)

    def insert(self, rows: Sequence[Row]) -> None:
        """Write the rows and give them their keys, in a block of `together` at its end."""
        if not rows:
            return
        values = [value for row in rows for value in _values_of(row, self._fields, is_new=True)]

        def give_keys(cursor: Any) -> None:
            for row, (key,) in zip(rows, cursor.fetchall(), strict=True):
                row.pk = key
                row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS

        send_prepared(self._statement(len(rows)), values, give_keys)

    def create(self, **values: Any) -> Row:
        """Write one row and return it."""
        row = self._model(**values)
        self.insert([row])
        return row

    def _statement(self, count: int) -> str:
        """The statement for this many rows."""
        if count not in self._statements:
            self._statements[count] = self._compiled(count)
        return self._statements[count]

    def _compiled(self, count: int) -> str:
        columns = ", ".join(map(_column_of, self._fields))
        row = f"({', '.join(['%s'] * len(self._fields))})"
        sql = f"INSERT INTO {_table_of(self._model)} ({columns}) VALUES {', '.join([row] * count)}"
        if self._unique:
            new = ", ".join(f"{column} = EXCLUDED.{column}" for column in self._named(self._replaced))
            sql += f" ON CONFLICT ({', '.join(self._named(self._unique))}) DO UPDATE SET {new}"
        return f"{sql} RETURNING {_column_of(self._model._meta.pk)}"

    def _named(self, names: Sequence[str]) -> list[str]:
        return [_column_of(self._model._meta.get_field(name)) for name in names]


class CompiledUpdate(Generic[Row]):
    """`UPDATE` of one row by its key: these fields, or all, get the values that the object has, none of which is
    deferred."""

    def __init__(self, model: type[Row], *fields: str) -> None:
        self._model, self._names = model, fields

    @cached_property
    def _fields(self) -> list[Field[Any, Any]]:
        return [field for field in _columns_of(self._model) if field.name in self._names or not self._names]

    @cached_property
    def _statement(self) -> str:
        changes = ", ".join(f"{_column_of(field)} = %s" for field in self._fields)
        return f"UPDATE {_table_of(self._model)} SET {changes} WHERE {_column_of(self._model._meta.pk)} = %s"

    def save(self, row: Row) -> None:
        """Write the row. Raises ObjectDoesNotExist where it is gone."""

        def check(cursor: Any) -> None:
            if cursor.rowcount != 1:
                raise ObjectDoesNotExist(self._model.__name__)

        values = [*_values_of(row, self._fields, is_new=False), row.pk]
        send_prepared(self._statement, values, check)


def _columns_of(model: type[Model]) -> list[Field[Any, Any]]:
    """All but the key."""
    return [field for field in model._meta.local_concrete_fields if not field.primary_key]


def _table_of(model: type[Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def _column_of(field: Any) -> str:
    """The column of a field, quoted."""
    return connection.ops.quote_name(field.column)


def _values_of(row: Model, fields: Sequence[Field[Any, Any]], *, is_new: bool) -> list[Any]:
    """The values of a row as the database takes them; times that are set by themselves are set."""
    database = get_connection()  # That of the thread, which `connection` would look up for each value.
    return [field.get_db_prep_save(field.pre_save(row, is_new), database) for field in fields]
