"""Django, PostgreSQL, Redis and a browser for the tests that need them; none of these for the pure cores alone.

A run has one temporary folder for its servers, which the first test that asks starts and the end of the run removes.

- `db`, `transactional_db`, `live_server`: pytest-django's own, on this run's PostgreSQL.
- `browser_page`: a page of Debian's Chromium based on `live_server.url`; `phone_page` is one as small as a phone.
- `celery_worker`: real jobs through Redis, run by a worker of this process; without it jobs run at once, where called.
"""

import functools
import gc
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import hypothesis
import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django import DjangoDbBlocker
    from pytest_django.fixtures import SettingsWrapper
    from pytest_django.live_server_helper import LiveServer

TESTS = Path(__file__).resolve().parent
PURE = [
    TESTS / place
    for place in (
        "cardpool/packs",
        "cardpool/lists",
        "cardpool/legality",
        "decks/text",
        "tournaments/swiss",
        "tournaments/scoring",
        "tournaments/play",
        "tournaments/pods",
        "tournaments/seasons",
        "tournaments/archive",
        "tournaments/receipts",
        "test_architecture.py",
        "test_import_contracts.py",
    )
]
FOLDER = "DUELDESK_TEST_FOLDER"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
CHROMIUM_OPTIONS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 60_000
"""Milliseconds a busy machine may take to show what a test waits for."""
owned_folder = pytest.StashKey[Path]()


@functools.cache
def only_pure(config: pytest.Config) -> bool:
    """Whether everything asked for lies in a pure core's tests."""
    asked = [Path(config.invocation_params.dir, word.split("::")[0]).resolve() for word in config.args]
    return all(any(path.is_relative_to(pure) for pure in PURE) for path in asked)


def pytest_configure(config: pytest.Config) -> None:
    # No deadline: a busy machine is not a fault. In CI the same examples every time: a change is judged by itself.
    hypothesis.settings.register_profile("dueldesk", deadline=None, derandomize=bool(os.environ.get("CI")))
    hypothesis.settings.load_profile("dueldesk")
    if only_pure(config):
        return
    from config.embedded import temporary, translations

    if not hasattr(config, "workerinput"):
        config.stash[owned_folder] = temporary.make_folder()
        os.environ[FOLDER] = str(config.stash[owned_folder])
        translations.compile_translations(TESTS.parent / "locale")
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
    from django.conf import settings

    assert settings.DATABASES


def pytest_unconfigure(config: pytest.Config) -> None:
    if owned_folder in config.stash:
        from config.embedded import temporary

        temporary.remove(config.stash[owned_folder])


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of a browser are marked, and skipped where there is none; in CI a missing browser is a failure.

    Files with slow tests come first, so that no process of pytest-xdist begins one when the others are done.
    """
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
            if CHROMIUM is None and not os.environ.get("CI"):
                item.add_marker(pytest.mark.skip(reason="no Chromium: on Debian, apt-get install chromium"))


def pytest_collection_finish() -> None:
    """What was imported and collected stays to the end: looking for cycles in it again takes a twentieth of the run."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    from tests import drawn_lots

    drawn_lots.begin(item.nodeid, item.config.getoption("randomly_seed", 0))


@pytest.fixture(scope="session", autouse=True)
def _lots(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test draws the same lots in every run with the same seed."""
    if only_pure(request.config):
        yield
        return
    from tests.drawn_lots import lots_of_tests

    with lots_of_tests():
        yield


@pytest.fixture(scope="session")
def services() -> Path:
    """The temporary folder of this run's PostgreSQL and Redis, both started; the run ends where they cannot be."""
    from config.embedded import postgres, temporary

    folder = Path(os.environ[FOLDER])
    try:
        temporary.start(folder)
    except postgres.PostgresError as error:
        pytest.exit(f"PostgreSQL cannot be started for the tests: {error}", returncode=1)
    return folder


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    services: Path, django_db_modify_db_settings_parallel_suffix: None, django_db_blocker: "DjangoDbBlocker"
) -> None:
    """The database's tests wait for the services; each process of pytest-xdist has a database of its own.

    The first of these processes migrates one that the others copy.
    """
    from django.db import connection

    from tests.migrated import TEMPLATE, migrate_once

    if "PYTEST_XDIST_WORKER" in os.environ:
        with django_db_blocker.unblock():
            migrate_once(services)
        connection.settings_dict["TEST"]["TEMPLATE"] = TEMPLATE


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: "DjangoDbBlocker") -> Iterator[None]:
    """pytest-django's database, emptied after a test that commits in a quicker way than Django's."""
    from django.test import TransactionTestCase

    from tests.emptying import empty_tables, end_other_sessions

    with patch.object(TransactionTestCase, "_fixture_teardown", empty_tables):
        yield
    with django_db_blocker.unblock():
        end_other_sessions()


@pytest.fixture(autouse=True)
def _empty_cache(request: pytest.FixtureRequest) -> None:
    """Every test that may use the cache finds it empty: throttles count from zero, no page is kept."""
    if {"db", "transactional_db", "live_server", "services"} & set(
        request.fixturenames
    ) or request.node.get_closest_marker("django_db"):
        from django.core.cache import cache

        from tournaments.pages.flights import flights

        request.getfixturevalue("services")
        cache.clear()
        flights.clear()


@pytest.fixture(autouse=True)
def _language(request: pytest.FixtureRequest) -> Iterator[None]:
    """Every test starts in the site's language, or in that of its mark; a request of the test before changes nothing.

    Django's middleware leaves the thread in the language of its last request, so without this a text would depend on
    which test ran before.
    """
    if only_pure(request.config):
        yield
        return
    from django.conf import settings
    from django.utils import translation

    mark = request.node.get_closest_marker("language")
    with translation.override(mark.args[0] if mark else settings.LANGUAGE_CODE):
        yield


@pytest.fixture(autouse=True)
def _jobs_run_at_once(request: pytest.FixtureRequest) -> Iterator[None]:
    """After every test jobs run where they are requested, as before it.

    A `Celery` that a test makes is the thread's current one by default, and has none of the settings: the
    jobs of the tests after it would wait for a queue that nobody reads.
    """
    if only_pure(request.config):
        yield
        return
    from celery import current_app

    from config.celery import app

    before = app.conf.task_always_eager
    yield
    assert current_app._get_current_object() is app, "The test has left another Celery application in force."
    assert app.conf.task_always_eager == before, "The test has left jobs waiting for a worker, or running at once."


@pytest.fixture
def celery_worker(services: Path, transactional_db: None, settings: "SettingsWrapper") -> Iterator[Any]:
    """Jobs go through Redis to a worker thread instead of running where they are called."""
    from celery.contrib.testing.worker import start_worker

    from config.celery import app
    from jobs.services.running import job_hangs
    from jobs.tasks import end_process

    eager = {name: app.conf[name] for name in ("task_always_eager", "task_eager_propagates")}
    settings.CELERY_TASK_ALWAYS_EAGER = False
    app.conf.update(task_always_eager=False, task_eager_propagates=False)
    app.loader.import_default_modules()
    app.control.purge()
    with start_worker(app, perform_ping_check=False, pool="solo") as worker:
        job_hangs.disconnect(end_process)  # It is the process of the tests.
        yield worker
    app.conf.update(eager)


@pytest.fixture(scope="session")
def browser() -> "Iterator[Browser]":
    """Debian's Chromium, started once."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)

    # Playwright's loop runs in this thread, where Django would then refuse the database to ordinary code.
    before = os.environ.get("DJANGO_ALLOW_ASYNC_UNSAFE")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_OPTIONS)
        yield started
        started.close()
    os.environ.pop("DJANGO_ALLOW_ASYNC_UNSAFE")
    if before is not None:
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = before


@pytest.fixture
def browser_page(browser: "Browser", live_server: "LiveServer") -> "Iterator[Page]":
    """A page as wide as a desk's, in Chinese; `page.goto("/")` is the live server's home."""
    yield from page_of(browser, live_server, width=1280, height=900)


@pytest.fixture
def phone_page(browser: "Browser", live_server: "LiveServer") -> "Iterator[Page]":
    """A page as small as a phone's, with touch."""
    yield from page_of(browser, live_server, width=390, height=844, is_mobile=True, has_touch=True)


def page_of(browser: "Browser", live_server: "LiveServer", *, width: int, height: int, **more: Any) -> "Iterator[Page]":
    """A page in a context of its own; a script error or a breach of the content security policy fails the test."""
    context = browser.new_context(
        base_url=live_server.url,
        viewport={"width": width, "height": height},
        locale="zh-CN",
        reduced_motion="reduce",  # Nothing is looked at in the middle of a transition.
        **more,
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if "Content Security" in message.text else None)
    yield page
    context.close()
    assert faults == []
