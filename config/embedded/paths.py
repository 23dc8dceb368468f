"""Where the embedded site keeps things: the data folder (`var/`) and the sockets of its services."""

import hashlib
import os
import secrets
import tempfile
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

PROJECT = Path(__file__).resolve().parent.parent.parent

MAX_SOCKET_FOLDER_LENGTH = 80
"""Bytes; a Unix socket address holds about 100, and the socket's own name needs the rest."""


@dataclass(frozen=True)
class DataFolder:
    """The data folder and the places inside it. Paths only: nothing here touches the disk."""

    root: Path

    @property
    def postgres(self) -> Path:
        return self.root / "postgres"

    @property
    def redis(self) -> Path:
        return self.root / "redis"

    @property
    def log(self) -> Path:
        return self.root / "log"

    @property
    def static(self) -> Path:
        return self.root / "static"

    @property
    def media(self) -> Path:
        return self.root / "media"

    @property
    def backups(self) -> Path:
        return self.root / "backups"

    @property
    def secret_key(self) -> Path:
        return self.root / "secret_key"

    @property
    def sockets(self) -> Path:
        """Folder of the Unix sockets: inside the data folder, or in the temporary folder where its path is too long."""
        inside = self.root / "run"
        if len(os.fsencode(inside)) <= MAX_SOCKET_FOLDER_LENGTH:
            return inside
        name = hashlib.sha256(os.fsencode(self.root)).hexdigest()[:12]
        return Path(tempfile.gettempdir()) / f"dueldesk-{os.geteuid()}-{name}"

    @property
    def redis_socket(self) -> Path:
        return self.sockets / "redis.sock"

    @property
    def database_url(self) -> str:
        return f"postgresql://postgres@/dueldesk?host={quote(str(self.sockets))}"

    @property
    def redis_url(self) -> str:
        return f"unix://{quote(str(self.redis_socket))}?db=0"


def data_folder() -> DataFolder:
    """The folder `VAR_DIR` names, else `var/` beside `manage.py`."""
    return DataFolder(Path(os.environ.get("VAR_DIR") or PROJECT / "var").resolve())


def secret_key(folder: DataFolder) -> str:
    """The site's secret key: read from the data folder, made there once when it is missing.

    Raises OSError where the folder cannot be written.
    """
    try:
        return folder.secret_key.read_text().strip()
    except FileNotFoundError:
        folder.root.mkdir(parents=True, exist_ok=True)
    key = secrets.token_urlsafe(64)
    try:
        handle = os.open(folder.secret_key, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return folder.secret_key.read_text().strip()
    with os.fdopen(handle, "w") as file:
        file.write(key + "\n")
    return key
