"""Writing rows by statements that are put together once in a process, for the few that every result writes.

Only for models without signals of their own: none is sent.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Field, Model

from accounts.compiled import prepared_cursor

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
        """Write the rows and give them their keys."""
        if not rows:
            return
        values = [
            field.get_db_prep_save(field.pre_save(row, True), connection) for row in rows for field in self._fields
        ]
        with prepared_cursor() as cursor:
            cursor.execute(self._statement(len(rows)), values)
            keys = cursor.fetchall()
        for row, (key,) in zip(rows, keys, strict=True):
            row.pk = key
            row._state.adding, row._state.db = False, connection.alias

    def create(self, **values: Any) -> Row:
        """Write one row and return it."""
        row = self._model(**values)
        self.insert([row])
        return row

    def _statement(self, count: int) -> str:
        """The statement for so many rows."""
        if count not in self._statements:
            self._statements[count] = self._compiled(count)
        return self._statements[count]

    def _compiled(self, count: int) -> str:
        quote = connection.ops.quote_name
        meta = self._model._meta
        assert meta.pk is not None
        columns = ", ".join(quote(field.column) for field in self._fields)
        row = f"({', '.join(['%s'] * len(self._fields))})"
        sql = f"INSERT INTO {quote(meta.db_table)} ({columns}) VALUES {', '.join([row] * count)}"
        if self._unique:
            unique = ", ".join(quote(meta.get_field(name).column) for name in self._unique)
            new = [quote(meta.get_field(name).column) for name in self._replaced]
            sql += f" ON CONFLICT ({unique}) DO UPDATE SET {', '.join(f'{one} = EXCLUDED.{one}' for one in new)}"
        return f"{sql} RETURNING {quote(meta.pk.column)}"


class CompiledUpdate(Generic[Row]):
    """`UPDATE` of one row by its key: all its columns get the values that the object has, none of which is deferred."""

    def __init__(self, model: type[Row]) -> None:
        self._model = model

    @cached_property
    def _fields(self) -> list[Field[Any, Any]]:
        return _columns_of(self._model)

    @cached_property
    def _statement(self) -> str:
        quote = connection.ops.quote_name
        pk = self._model._meta.pk
        assert pk is not None
        changes = ", ".join(f"{quote(field.column)} = %s" for field in self._fields)
        return f"UPDATE {quote(self._model._meta.db_table)} SET {changes} WHERE {quote(pk.column)} = %s"

    def save(self, row: Row) -> None:
        """Write the row. Raises the model's DoesNotExist where it is gone."""
        with prepared_cursor() as cursor:
            cursor.execute(self._statement, [*_values_of(row, self._fields, is_new=False), row.pk])
            if cursor.rowcount != 1:
                raise self._model.DoesNotExist


def _columns_of(model: type[Model]) -> list[Field[Any, Any]]:
    """All but the key."""
    return [field for field in model._meta.local_concrete_fields if not field.primary_key]


def _values_of(row: Model, fields: Sequence[Field[Any, Any]], *, is_new: bool) -> list[Any]:
    """The values of a row as the database takes them; times that are set by themselves are set."""
    return [field.get_db_prep_save(field.pre_save(row, is_new), connection) for field in fields]
