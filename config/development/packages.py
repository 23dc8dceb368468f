"""What the tests need from Debian, Chromium, a Chinese font and gettext, and axe-core from npm.

Debian's are installed when root on Debian lacks them, axe-core where there is npm. Elsewhere nothing is installed: the
tests concerned skip, saying so, and `make check` asks for gettext. Standard library alone, like
`config/embedded/install.py`.
"""

import os
import pathlib
import shutil
import subprocess
import sys

WANTED = {
    "chromium": "/usr/bin/chromium",
    "gettext": "/usr/bin/msgfmt",
    "fonts-noto-cjk": "/usr/share/doc/fonts-noto-cjk",
}

AXE_VERSION = "4.14.1"
NODE = pathlib.Path(__file__).resolve().parent.parent.parent / "var" / "test-node"
AXE = NODE / "node_modules" / "axe-core" / "axe.min.js"

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


def install_axe():
    """Bring axe-core of the version the tests know, where there is npm and a registry that answers."""
    stamp = NODE / AXE_VERSION
    if stamp.exists() or shutil.which("npm") is None:
        return
    say(f"Installing axe-core {AXE_VERSION}…")
    quiet = ["--silent", "--no-audit", "--no-fund", "--ignore-scripts"]
    command = ["npm", "install", *quiet, "--prefix", str(NODE), f"axe-core@{AXE_VERSION}"]
    NODE.mkdir(parents=True, exist_ok=True)
    if subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL).returncode == 0:
        stamp.touch()
    else:
        say(f"npm could not install axe-core {AXE_VERSION}: its tests are skipped.")


def main():
    install_debian()
    install_axe()


def install_debian():
    """Install Debian's packages that are missing, or say which they are."""
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
