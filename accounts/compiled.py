"""Queries whose SQL is compiled once in a process, for the few that every result and every API request runs.

Compiling the SQL of a query over five tables takes Django several times as long as running it for one row, and so does
planning it PostgreSQL, which keeps it prepared.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS
from django.db.models import Model, QuerySet
from django.db.models.query import ModelIterable, get_related_populators
from django.db.transaction import TransactionManagementError, get_connection

Row = TypeVar("Row")
populators_of: Callable[..., Sequence[Any]] = get_related_populators
"""Django's own, without its parameters, which differ between versions and stubs."""
EXAMPLES = (30_011, 30_029)
"""Two values that no query contains and every column of numbers takes, for Django asks nothing where a number is too
large for its column. Where the SQL compiled with each differs is a parameter."""


@dataclass(frozen=True)
class Plan:
    """What a compiled query is: `places` gives each parameter of the SQL by its number, or by what it always is."""

    sql: str
    locks: bool
    places: tuple[tuple[int | None, Any], ...]
    converters: dict[int, tuple[Sequence[Callable[..., Any]], Any]]
    model: type[Model] | None
    fields: tuple[str, ...]
    start: int
    populators: tuple[Any, ...]


class Compiled(Generic[Row]):
    """A query with parameters: `ask(7, "abc")` gives the rows of `build(7, "abc")`.

    `build` returns a queryset of models, with `select_related` and `defer` where wanted, or of `values_list` tuples; it
    compares fields with its parameters as they are (whole numbers and texts) and does not ask for related objects by
    `prefetch_related`. One that locks rows is asked within a transaction; with `shared` others may lock them so, too,
    and nobody may change them.
    """

    def __init__(self, build: Callable[..., QuerySet[Any, Row]], parameters: int, *, shared: bool = False) -> None:
        self._build = build
        self._parameters = parameters
        self._shared = shared
        self._plan: Plan | None = None

    def ask(self, *values: int | str) -> list[Row]:
        """All rows."""
        found: list[Row] = []
        self.send(values, found)
        return found

    def send(self, values: Sequence[int | str], found: list[Any]) -> None:
        """Put all rows into `found`, in a block of `together` at its end."""
        plan = self._plan or self._worked_out()
        if plan.locks and not get_connection().in_atomic_block:
            raise TransactionManagementError("A query that locks rows is asked within a transaction.")

        def read(cursor: Any) -> None:
            answered = cursor.fetchall()
            rows = _converted(answered, plan) if plan.converters else answered
            found.extend(_models_of(rows, plan) if plan.model is not None else rows)

        send_prepared(plan.sql, [values[place] if place is not None else fixed for place, fixed in plan.places], read)

    def first(self, *values: int | str) -> Row | None:
        """The first row, or None."""
        found = self.ask(*values)
        return found[0] if found else None

    def _worked_out(self) -> Plan:
        one, two = (self._queryset(example) for example in EXAMPLES)
        compiler = one.query.get_compiler(using=one.db)
        sql, parameters = compiler.as_sql()
        _, others = two.query.get_compiler(using=two.db).as_sql()
        places = tuple(
            (None, value) if value == other else (int(value) - EXAMPLES[0], None)
            for value, other in zip(parameters, others, strict=True)
        )
        converters = compiler.get_converters([column for column, _sql, _alias in compiler.select])
        if self._shared:
            sql = sql.replace(" FOR UPDATE", " FOR SHARE")  # Which Django does not have.
        plan = Plan(sql, one.query.select_for_update, places, converters, *_of_model(one, compiler))
        self._plan = plan
        return plan

    def _queryset(self, example: int) -> QuerySet[Any, Row]:
        return self._build(*range(example, example + self._parameters))


def ask_together(*questions: tuple[Compiled[Any], Sequence[int | str]]) -> list[list[Any]]:
    """The rows of several queries, each with its parameters, asked one after the other with one wait for all.

    Within a transaction: a later query sees what an earlier one waited for.
    """
    answers: list[list[Any]] = [[] for _question in questions]
    with together():
        for (query, values), found in zip(questions, answers, strict=True):
            query.send(values, found)
    return answers


def together() -> AbstractContextManager[None]:
    """That of `config.database`: prepared statements sent one behind the other, with one wait for all."""
    block: AbstractContextManager[None] = get_connection().together()
    return block


def send_prepared(sql: str, values: Sequence[Any], read: Callable[[Any], object]) -> None:
    """Send a prepared statement; `read` takes its answer, in a block of `together` at its end.

    The cursor of one that fails is closed, and so holds no connection.
    """
    database: Any = get_connection()  # That of the thread, of `config.database`: `connection` looks it up each time.
    cursor = database.prepared_cursor()
    try:
        cursor.execute(sql, values)
    except BaseException:
        cursor.close()
        raise
    database.read_answer(cursor, read)


def _of_model(queryset: QuerySet[Any, Any], compiler: Any) -> tuple[Any, ...]:
    """The model of the rows, its fields and where in a row they begin, and what fills in related objects."""
    if queryset._iterable_class is not ModelIterable:
        return None, (), 0, ()
    known = compiler.klass_info
    start, end = known["select_fields"][0], known["select_fields"][-1] + 1
    fields = tuple(column[0].target.attname for column in compiler.select[start:end])
    return known["model"], fields, start, tuple(populators_of(known, compiler.select, queryset.db))


def _converted(rows: Sequence[Sequence[Any]], plan: Plan) -> list[Any]:
    database = get_connection()
    converted = [list(row) for row in rows]
    for place, (converters, expression) in plan.converters.items():
        for converter in converters:
            for row in converted:
                row[place] = converter(row[place], expression, database)
    return converted


def _models_of(rows: Sequence[Sequence[Any]], plan: Plan) -> list[Any]:
    assert plan.model is not None
    end = plan.start + len(plan.fields)
    models = [plan.model.from_db(DEFAULT_DB_ALIAS, plan.fields, row[plan.start : end]) for row in rows]
    for row, made in zip(rows, models, strict=True):
        for populator in plan.populators:
            populator.populate(row, made)
    return models
