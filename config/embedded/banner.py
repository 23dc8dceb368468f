"""What `make run` shows once the site is up: addresses, a code for phones, the owner's link."""

import io

import segno

from config.embedded.addresses import lan_addresses
from config.embedded.wording import both, say


def show(here: str, *, host: str, port: int, owner_link: str | None, own_database: bool) -> None:
    """Print the banner; `owner_link` is the path of the one-time link, None once the owner has a password."""
    say()
    say("  对决台 DuelDesk")
    say(f"  本机 This machine  {here}/")
    phones = [f"http://{address}:{port}/" for address in lan_addresses()] if host == "0.0.0.0" else []
    for address in phones:
        say(f"  手机 Phones (LAN)  {address}")
    if phones:
        say(terminal_code(phones[0]))
    if owner_link is not None:
        say(f"  店主首次登录，链接只能用一次 | The owner's sign-in link, works once:\n  {here}{owner_link}")
    elif own_database:
        say("  " + both("店主登录链接：make owner-link", "The owner's sign-in link: make owner-link"))
    say("  " + both("按 Ctrl-C 停止。", "Ctrl-C stops."))


def terminal_code(address: str) -> str:
    """A QR code drawn with half blocks."""
    drawing = io.StringIO()
    segno.make(address, error="l", micro=False).terminal(drawing, border=2, compact=True)
    return drawing.getvalue().rstrip("\n")
