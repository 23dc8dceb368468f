"""What the tests need from Debian: Chromium, a Chinese font, gettext. Installed here when root on Debian lacks them.

Elsewhere nothing is installed: the browser tests skip, saying so, and `make check` asks for gettext. Standard library
alone, like `config/embedded/install.py`.
"""

import os
import shutil
import subprocess
import sys

WANTED = {
    "chromium": "/usr/bin/chromium",
    "gettext": "/usr/bin/msgfmt",
    "fonts-noto-cjk": "/usr/share/doc/fonts-noto-cjk",
}

# The PATH that Debian's `su` keeps lacks these, and dpkg refuses to install without them.
SYSTEM_PROGRAMS = ("/usr/local/sbin", "/usr/sbin", "/sbin")


def say(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def missing():
    return [package for package, path in WANTED.items() if not os.path.exists(path)]


def apt_get(*words):
    """Run apt-get without questions; whether it ended well."""
    path = os.pathsep.join([os.environ.get("PATH", ""), *SYSTEM_PROGRAMS])
    environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive", PATH=path)
    nowhere = subprocess.DEVNULL
    return subprocess.run(["apt-get", *words], env=environment, stdin=nowhere, stdout=nowhere).returncode == 0


def main():
    packages = missing()
    if not packages:
        return
    if os.geteuid() != 0 or not os.path.exists("/etc/debian_version") or shutil.which("apt-get") is None:
        say(f"Not installed here: {', '.join(packages)}. On Debian: apt-get install {' '.join(packages)}")
        return
    say(f"Installing {', '.join(packages)}…")
    apt_get("update", "-qq")
    if not apt_get("install", "-y", "-qq", "--no-install-recommends", *packages):
        say(f"apt-get could not install {', '.join(packages)}.")


if __name__ == "__main__":
    main()
