"""`REDIS_URL`: whether it names a Redis that answers."""

from urllib.parse import urlsplit

import redis

from config.embedded.wording import CannotRun, both, first_line

CONNECT_SECONDS = 5
SCHEMES = frozenset({"redis", "rediss", "unix"})


def require_answer(url: str) -> None:
    """Ping it once; raises CannotRun, without repeating the URL's password, where that is not possible.

    A Redis that answers but asks for another password, or has no such database number, is reported in its own words.
    """
    client = _client(url)
    try:
        client.ping()
    except (redis.AuthenticationError, redis.ResponseError) as error:
        reason = first_line(error)
        raise CannotRun(
            both(
                f"REDIS_URL 的 Redis 拒绝了连接：{reason}；请检查用户、密码和库号，不设则用自带的 Redis。",
                "the Redis of REDIS_URL refuses: check its user, password and database number, or unset it.",
            )
        ) from error
    except (redis.RedisError, OSError) as error:
        reason = first_line(error)
        raise CannotRun(
            both(
                f"连不上 REDIS_URL 的 Redis：{reason}；请启动它或改地址，不设则用自带的 Redis。",
                "the Redis of REDIS_URL cannot be reached: start it or correct the address; unset: the embedded one.",
            )
        ) from error
    finally:
        client.close()


def _client(url: str) -> redis.Redis:
    try:
        parts = urlsplit(url)
        if parts.scheme in SCHEMES and (parts.path if parts.scheme == "unix" else parts.hostname):
            return redis.Redis.from_url(url, socket_connect_timeout=CONNECT_SECONDS, socket_timeout=CONNECT_SECONDS)
    except ValueError:
        pass
    raise CannotRun(
        both(
            "REDIS_URL 应形如 redis://:密码@主机:6379/0 或 unix:///路径/redis.sock?db=0；不设则用自带的 Redis。",
            "REDIS_URL must look like redis://:password@host:6379/0 or unix:///path/redis.sock?db=0; "
            "unset: the embedded Redis.",
        )
    )
