"""Makes `.venv` and installs the packages: `python3 config/embedded/install.py REQUIREMENTS [REQUIREMENTS...]`.

Runs on the machine's own Python before anything is installed, so it uses the standard library alone and plain syntax.
A stamp inside `.venv`, written last, tells a finished install from one that was broken off.
"""

import fcntl
import hashlib
import importlib.util
import os
import shutil
import signal
import subprocess
import sys

PROJECT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
VENV = os.path.join(PROJECT, ".venv")
PYTHON = os.path.join(VENV, "bin", "python")
OLDEST = (3, 11)


def fail(chinese, english):
    """End with one line that says what to do."""
    sys.exit(f"{chinese} | {english}")


def say(chinese, english):
    sys.stdout.write(f"{chinese} | {english}\n")
    sys.stdout.flush()


def stamp_of(names):
    """What a finished install of these files looks like: their content, the Python, and where the folder lies."""
    digest = hashlib.sha256(f"{VENV}\n{sys.version}\n".encode())
    for name in [*names, "constraints.txt", "requirements.txt"]:
        with open(os.path.join(PROJECT, name), "rb") as file:
            digest.update(file.read())
    return digest.hexdigest()


def finished(path, stamp):
    try:
        with open(path) as file:
            return file.read() == stamp and os.access(PYTHON, os.X_OK)
    except OSError:
        return False


def run(*command):
    return subprocess.run(command, stdin=subprocess.DEVNULL).returncode == 0


def works():
    """Whether the `.venv` at hand is whole and made here by this version of Python."""
    if not os.access(PYTHON, os.X_OK):
        return False
    test = "import pip, sys; print(sys.prefix, '%d.%d' % sys.version_info[:2])"
    answer = subprocess.run([PYTHON, "-c", test], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    expected = f"{VENV} {sys.version_info[0]}.{sys.version_info[1]}"
    return answer.returncode == 0 and answer.stdout.strip() == expected and scripts_point_here()


def scripts_point_here():
    """Whether the scripts name this folder's Python, which they do not after the folder was moved."""
    try:
        with open(os.path.join(VENV, "bin", "pip"), "rb") as file:
            return os.fsencode(VENV) in file.read()
    except OSError:
        return False


def make_venv():
    """Recreate `.venv`, or end with the line that says what is missing."""
    if any(importlib.util.find_spec(name) is None for name in ("venv", "ensurepip")):
        fail(
            "缺少 Python 的 venv 模块：在 Debian/Ubuntu 上运行 apt install python3-venv，再试一次。",
            "Python's venv module is missing: on Debian/Ubuntu run apt install python3-venv, then try again.",
        )
    if os.path.lexists(VENV) and not os.path.isdir(VENV):
        fail(".venv 不是文件夹，请移走它。", ".venv is not a folder; move it away.")
    shutil.rmtree(VENV, ignore_errors=True)
    if not run(sys.executable, "-m", "venv", VENV):
        fail("无法建立 .venv，请看上面的原因。", "Could not make .venv; the reason is above.")


def install(names):
    """Install the files' packages into a `.venv` that is made or repaired first."""
    stamp = stamp_of(names)
    mark = os.path.join(VENV, ".installed-" + "-".join(name.replace(".txt", "") for name in names))
    if finished(mark, stamp):
        return
    if not os.access(VENV if os.path.isdir(VENV) else PROJECT, os.W_OK):
        fail(
            f"无法写入 {PROJECT}：把项目放到可写的文件夹，或改权限。",
            f"Cannot write to {PROJECT}: move the project to a folder of yours or fix its permissions.",
        )
    if not works():
        say("正在建立 .venv……", "Making .venv…")
        make_venv()
    say("正在安装依赖，第一次要一两分钟……", "Installing packages; the first time takes a minute or two…")
    wanted = [word for name in names for word in ("-r", os.path.join(PROJECT, name))]
    pip = [PYTHON, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-input"]
    # http-ece, with which notices are encrypted, comes as a setup.py alone; pip 23.0 would run it by hand and say so.
    pip += ["--use-pep517", "--constraint", os.path.join(PROJECT, "constraints.txt"), "--root-user-action=ignore"]
    if not run(*[*pip, *wanted]):
        fail("安装没有完成：检查网络后再运行一次。", "Installing did not finish: check the network and run it again.")
    with open(mark, "w") as file:
        file.write(stamp)


def main():
    if sys.version_info[:2] < OLDEST:
        fail(
            "需要 Python 3.11 或更新版本：make run PYTHON=python3.11",
            "Python 3.11 or newer is needed: make run PYTHON=python3.11",
        )
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    os.environ.pop("PYTHONHOME", None)
    try:
        folder = os.open(PROJECT, os.O_RDONLY)
        fcntl.flock(folder, fcntl.LOCK_EX)
        install(sys.argv[1:] or ["requirements.txt"])
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:
        fail(
            f"无法写入 {error.filename or VENV}（{error.strerror}），请换个位置或改权限。",
            f"Cannot write to {error.filename or VENV}: move the project or fix its permissions.",
        )


if __name__ == "__main__":
    main()
