"""What the tests need from Debian: Chromium, a Chinese font, gettext. Installed here when root on Debian lacks them.

Elsewhere nothing is installed: the browser tests skip, saying so, and `make check` asks for gettext. Standard library
alone, like `install.py`.
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


def missing():
    return [package for package, path in WANTED.items() if not os.path.exists(path)]


def main():
    packages = missing()
    if not packages:
        return
    if os.geteuid() != 0 or not os.path.exists("/etc/debian_version") or shutil.which("apt-get") is None:
        print("Not installed here: %s. On Debian: apt-get install %s" % (", ".join(packages), " ".join(packages)))
        return
    print("Installing %s…" % ", ".join(packages), flush=True)
    environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    quiet = {"env": environment, "stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
    subprocess.run(["apt-get", "update", "-qq"], check=False, **quiet)
    command = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages]
    if subprocess.run(command, check=False, **quiet).returncode:
        print("apt-get could not install %s." % ", ".join(packages), file=sys.stderr)


if __name__ == "__main__":
    main()
