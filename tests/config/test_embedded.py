"""The launcher's parts, each by itself."""

import configparser
import socket
from pathlib import Path

import pytest
from babel.messages.mofile import read_mo

from config.embedded import banner, launcher, leftovers
from config.embedded.addresses import lan_addresses, port_number, reachable, require_free
from config.embedded.paths import MAX_SOCKET_FOLDER_LENGTH, DataFolder, secret_key
from config.embedded.supervision import configuration
from config.embedded.translations import compile_translations
from config.embedded.wording import CannotRun


def test_sockets_stay_inside_a_short_data_folder() -> None:
    assert DataFolder(Path("/srv/dueldesk/var")).sockets == Path("/srv/dueldesk/var/run")


def test_sockets_of_a_deep_data_folder_are_elsewhere_and_its_own() -> None:
    deep, deeper = DataFolder(Path("/" + "a" * 90)), DataFolder(Path("/" + "a" * 91))
    assert len(str(deep.sockets)) <= MAX_SOCKET_FOLDER_LENGTH
    assert deep.sockets != deeper.sockets
    assert deep.sockets == DataFolder(deep.root).sockets


def test_socket_length_is_counted_in_bytes() -> None:
    assert not DataFolder(Path("/" + "对" * 30)).sockets.is_relative_to("/" + "对" * 30)


def test_the_secret_key_is_made_once(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path / "new" / "var")
    key = secret_key(folder)
    assert len(key) >= 50
    assert secret_key(folder) == key
    assert secret_key(DataFolder(tmp_path / "other")) != key


@pytest.mark.parametrize(
    ("address", "expected"), [("192.168.1.7", True), ("127.0.0.1", False), ("169.254.3.4", False), ("0.0.0.0", False)]
)
def test_addresses_phones_can_reach(address: str, expected: bool) -> None:
    assert reachable(address) is expected


def test_lan_addresses_are_all_reachable() -> None:
    assert all(reachable(address) for address in lan_addresses())


@pytest.mark.parametrize("text", ["", "eight", "-1", "0", "65536", "８０００"])
def test_what_is_no_port(text: str) -> None:
    with pytest.raises(CannotRun, match="PORT must be a number"):
        port_number(text)


def test_a_listened_port_is_not_free() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(CannotRun, match=f"Port {port} is taken"):
            require_free("0.0.0.0", port)
    require_free("0.0.0.0", port)


def read(text: str) -> configparser.RawConfigParser:
    parser = configparser.RawConfigParser()
    parser.read_string(text)
    return parser


def test_configuration_of_everything_embedded() -> None:
    data = DataFolder(Path("/srv/50% off/var"))
    services: dict[str, str | None] = {"postgres": "pgserver", "redis": None}
    parser = read(configuration(data, address="0.0.0.0:8000", processes=3, services=services))
    assert parser["program:postgres"]["user"] == "pgserver"
    assert parser["program:postgres"]["stopsignal"] == "INT"
    assert "'/srv/50%% off/var/postgres'" in parser["program:postgres"]["command"]
    assert "user" not in parser["program:redis"]
    assert parser["fcgi-program:web"]["socket"] == "tcp://0.0.0.0:8000"
    assert parser["fcgi-program:web"]["stdout_logfile"] == "web.log"
    assert parser["supervisord"]["logfile"] == "/srv/50%% off/var/log/supervisord.log"
    order = [name for name in parser.sections() if "program:" in name]
    assert sorted(order, key=lambda name: int(parser[name]["priority"])) == order
    assert order == ["program:postgres", "program:redis", "program:worker", "fcgi-program:web"]


def test_configuration_without_embedded_services() -> None:
    parser = read(configuration(DataFolder(Path("/v")), address="127.0.0.1:80", processes=1, services={}))
    assert [name for name in parser.sections() if "program:" in name] == ["program:worker", "fcgi-program:web"]


def test_translations_are_compiled_when_they_changed(tmp_path: Path) -> None:
    source = tmp_path / "zh_Hans" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    source.write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Round"\nmsgstr "轮次"\n\n'
        '#, fuzzy\nmsgid "Table"\nmsgstr "猜的"\n',
        encoding="utf-8",
    )
    target = source.with_suffix(".mo")
    assert compile_translations(tmp_path) == [target]
    with target.open("rb") as file:
        catalog = read_mo(file)
    assert catalog["Round"].string == "轮次"
    assert "Table" not in catalog
    assert compile_translations(tmp_path) == []


def test_nothing_is_left_over_in_a_new_folder(tmp_path: Path) -> None:
    assert leftovers.end_leftovers(DataFolder(tmp_path)) == 0


def test_the_banner_shows_every_way_in(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(banner, "lan_addresses", lambda: ["192.168.1.7", "10.0.0.2"])
    banner.show("http://localhost:8000", host="0.0.0.0", port=8000, owner_link="/welcome/x/", own_database=False)
    shown = capsys.readouterr().out
    for address in ("http://localhost:8000/", "http://192.168.1.7:8000/", "http://10.0.0.2:8000/"):
        assert address in shown
    assert "http://localhost:8000/welcome/x/" in shown
    assert "▄" in shown or "█" in shown


def test_the_banner_of_a_site_for_this_machine_alone(capsys: pytest.CaptureFixture[str]) -> None:
    banner.show("http://localhost:8000", host="127.0.0.1", port=8000, owner_link=None, own_database=False)
    shown = capsys.readouterr().out
    assert "LAN" not in shown
    assert "owner" not in shown


def test_the_plan_of_an_empty_environment() -> None:
    plan = launcher.plan_from({})
    assert (plan.host, plan.port, plan.processes, plan.demo) == ("0.0.0.0", 8000, 2, True)
    assert not plan.own_database
    assert plan.here == "http://localhost:8000"


def test_a_plan_that_makes_no_sense() -> None:
    with pytest.raises(CannotRun, match="WEB_PROCESSES"):
        launcher.plan_from({"WEB_PROCESSES": "many"})
