"""The addresses people reach this machine by, whether the port is free, and how many web processes share it."""

import errno
import ipaddress
import socket

import psutil

from config.embedded.wording import CannotRun, both

TEST_NETWORK = "192.0.2.1"
"""RFC 5737's documentation network: asking the routing table for a way there sends nothing."""


def lan_addresses() -> list[str]:
    """IPv4 addresses of this machine that phones may reach, the one of the default route first."""
    found = [
        address.address
        for name, addresses in psutil.net_if_addrs().items()
        if not name.startswith(("docker", "br-", "veth", "virbr"))
        for address in addresses
        if address.family == socket.AF_INET and reachable(address.address)
    ]
    main = default_route_address()
    return sorted(set(found), key=lambda address: (address != main, ipaddress.ip_address(address)))


def reachable(address: str) -> bool:
    """Whether another machine could use the address: neither loopback nor link-local."""
    parsed = ipaddress.ip_address(address)
    return not (parsed.is_loopback or parsed.is_link_local or parsed.is_unspecified)


def default_route_address() -> str | None:
    """The address this machine shows to other networks, None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((TEST_NETWORK, 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def port_number(text: str) -> int:
    """The port that the text names; raises CannotRun when it names none."""
    if text.isascii() and text.isdigit() and 1 <= int(text) <= 65535:
        return int(text)
    raise CannotRun(both(f"PORT 应为 1–65535 的数字，不是 {text}。", f"PORT must be a number 1-65535, not {text}."))


def web_processes(text: str) -> int:
    """How many web processes the text asks for; raises CannotRun for less than one or no number."""
    if text.isascii() and text.isdigit() and int(text) > 0:
        return int(text)
    raise CannotRun(both(f"WEB_PROCESSES 应为正整数，不是 {text}。", f"WEB_PROCESSES must be 1 or more, not {text}."))


def require_free(host: str, port: int) -> None:
    """Raise CannotRun when nothing can listen on that address."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
            probe.listen(1)
        except OSError as error:
            raise CannotRun(unavailable(host, port, error)) from error


def unavailable(host: str, port: int, error: OSError) -> str:
    """The line about an address that cannot be listened on."""
    other = f"PORT={port + 123 if port < 60000 else 8123} make run"
    if error.errno == errno.EADDRINUSE:
        return both(f"端口 {port} 已被占用，换一个：{other}", f"Port {port} is taken; use another: {other}")
    if error.errno == errno.EACCES:
        return both(f"没有权限使用端口 {port}，换一个：{other}", f"Port {port} needs more rights; use another: {other}")
    return both(f"无法监听 {host}:{port}（{error.strerror}）", f"cannot listen on {host}:{port} ({error.strerror})")
