"""Django, PostgreSQL and Redis for the tests that need them; none of these for a run of the pure cores alone."""

import os
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
PURE = [
    TESTS / place
    for place in (
        "cardpool/packs",
        "decks/legality",
        "decks/text",
        "tournaments/swiss",
        "tournaments/scoring",
        "tournaments/play",
        "test_architecture.py",
    )
]
FOLDER = "DUELDESK_TEST_FOLDER"
owned_folder = pytest.StashKey[Path]()


def only_pure(config: pytest.Config) -> bool:
    """Whether everything asked for lies in a pure core's tests."""
    asked = [Path(config.invocation_params.dir, word.split("::")[0]).resolve() for word in config.args]
    return all(any(path.is_relative_to(pure) for pure in PURE) for path in asked)


def pytest_configure(config: pytest.Config) -> None:
    if only_pure(config):
        return
    from config.embedded import temporary

    if not hasattr(config, "workerinput"):
        config.stash[owned_folder] = temporary.make_folder()
        os.environ[FOLDER] = str(config.stash[owned_folder])
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
    from django.conf import settings

    assert settings.DATABASES


def pytest_unconfigure(config: pytest.Config) -> None:
    if owned_folder in config.stash:
        from config.embedded import temporary

        temporary.remove(config.stash[owned_folder])


@pytest.fixture(scope="session")
def services() -> Path:
    """The temporary folder of this run's PostgreSQL and Redis, both started."""
    from config.embedded import temporary

    folder = Path(os.environ[FOLDER])
    temporary.start(folder)
    return folder


@pytest.fixture(scope="session")
def django_db_modify_db_settings(services: Path, django_db_modify_db_settings_parallel_suffix: None) -> None:
    """The database's tests wait for the services; each process of pytest-xdist has a database of its own."""
