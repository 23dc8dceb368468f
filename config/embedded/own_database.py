"""`DATABASE_URL`: whether it names a PostgreSQL database that answers."""

import psycopg

from config.embedded.wording import CannotRun, both, first_line
from config.settings.services import is_postgresql

CONNECT_SECONDS = 5
OLDEST = 14
"""The oldest PostgreSQL that Django still speaks to."""


def require_answer(url: str) -> None:
    """Connect once; raises CannotRun, without repeating the URL's password, where that is not possible."""
    if not is_postgresql(url):
        raise CannotRun(
            both(
                "DATABASE_URL 应形如 postgresql://用户:密码@主机:5432/库名；不设则用自带的数据库。",
                "DATABASE_URL must look like postgresql://user:password@host:5432/name; unset: the embedded database.",
            )
        )
    try:
        with psycopg.connect(url, connect_timeout=CONNECT_SECONDS) as connection:
            version = connection.info.server_version // 10_000
    except psycopg.Error as error:
        reason = first_line(error)
        raise CannotRun(
            both(f"连不上 DATABASE_URL 的数据库：{reason}", "the database of DATABASE_URL cannot be reached")
        ) from error
    if version < OLDEST:
        raise CannotRun(
            both(
                f"DATABASE_URL 的 PostgreSQL 是 {version} 版，需要 {OLDEST} 或更新。",
                f"DATABASE_URL is PostgreSQL {version}; {OLDEST} or newer is needed.",
            )
        )
