"""A JupyterLab of its own for a browser test: temporary folders, no news, any free port."""

import json
import os
import secrets
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

KERNEL_IS_THERE = (
    "window.jupyterapp && jupyterapp.shell.currentWidget?.context?.sessionContext"
    "?.session?.kernel?.connectionStatus === 'connected'"
)
CELL = ".jp-Notebook-cell[data-windowed-list-index='{}']"

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = {
    "@jupyterlab/apputils-extension/notification.jupyterlab-settings": {"fetchNews": "false"},
    "@jupyterlab/apputils-extension/themes.jupyterlab-settings": {"theme": "JupyterLab Light"},
    # More outputs of a cell are shown than the first 50.
    "@jupyterlab/notebook-extension/tracker.jupyterlab-settings": {"maxNumberOutputs": 1000},
}


@contextmanager
def jupyterlab(folder: Path, theme: str = "JupyterLab Light") -> Iterator[str]:
    """Run JupyterLab in a folder.

    Args:
        folder: What it serves; its own files go to ``folder/.jupyter``.
        theme: Name of a theme, such as ``"JupyterLab Dark"``.

    Yields:
        The address of a notebook with ``{}`` where its name goes. Scripts find the application as
        ``window.jupyterapp``.
    """
    home = folder / ".jupyter"
    for name, content in SETTINGS.items():
        file = home / "settings" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps({**content, **({"theme": theme} if "theme" in content else {})}))
    token = secrets.token_hex(8)
    ready = home / "runtime"
    environment = {
        **os.environ,
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "JUPYTER_RUNTIME_DIR": str(ready),
        "JUPYTERLAB_SETTINGS_DIR": str(home / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces"),
        "IPYTHONDIR": str(home / "ipython"),
        "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]),
    }
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--port=0", "--allow-root"]
    command += [f"--IdentityProvider.token={token}", "--expose-app-in-browser"]
    command += [f"--ServerApp.root_dir={folder}", "--ip=127.0.0.1"]
    with (folder / "lab.log").open("w") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log, cwd=folder)
        try:
            yield f"{_address(ready, process)}lab/tree/{{}}?token={token}"
        finally:
            process.terminate()
            try:
                process.wait(timeout=60)
            except subprocess.TimeoutExpired:  # how a server ends is not what is tested
                process.kill()
                process.wait()


def _address(ready: Path, process: subprocess.Popen, seconds: float = 60) -> str:
    """Wait for the server to write down where it listens."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and process.poll() is None:
        for file in ready.glob("jpserver-*.json"):
            try:
                return json.loads(file.read_text())["url"]
            except (json.JSONDecodeError, KeyError):  # half written
                pass
        time.sleep(0.1)
    raise RuntimeError(f"JupyterLab did not start within {seconds} s")


def show_cell(page, place):
    """Scroll to a cell; JupyterLab draws only those that are near."""
    page.evaluate(
        "place => jupyterapp.shell.currentWidget.content.scrollToItem(place, 'start')", place
    )
    page.locator(CELL.format(place)).wait_for()
