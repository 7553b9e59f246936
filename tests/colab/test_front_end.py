"""Controls as Colab's ipywidgets 7 draws them: the classic notebook of its list, in Chromium.

Not part of the suite: `make colab` makes the environment first. The suite compares what the package
sends with what was recorded there, and tests the front end of ipywidgets 8 in JupyterLab.
"""

import os
import secrets
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from tests.browser.needs import needs_chromium
from workbook.publish.browser import launch, open_page

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = Path(os.environ.get("COLAB_ENVIRONMENT", ROOT / "build" / "colab" / "environment"))
pytestmark = [
    needs_chromium,
    pytest.mark.skipif(not ENVIRONMENT.is_dir(), reason="`make colab` makes the environment"),
]
CELL = """
from workbook.widgets import choose, explore, slide, text, toggle

def draw(layer, head, words, causal):
    return f"<p id='drawn'>{layer} {head} {words} {causal}</p>"

controls = {"layer": slide(1, 5), "head": choose(["one", "two"]), "words": text("a")}
explore(draw, alt="Values.", causal=toggle(), **controls)
"""
READY = "window.Jupyter && Jupyter.notebook?.kernel?.is_connected()"


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


@contextmanager
def classic_notebook(folder: Path) -> Iterator[str]:
    """Run the classic notebook in a folder; yield the address of ``mini.ipynb``."""
    port, token = free_port(), secrets.token_hex(8)
    homes = ("JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR", "JUPYTER_DATA_DIR", "IPYTHONDIR")
    environment = {**os.environ, **{name: str(folder / ".home") for name in homes}}
    environment["PYTHONPATH"] = str(ROOT)
    command = [ENVIRONMENT / "bin" / "python", "-m", "notebook", "--no-browser", "--allow-root"]
    command += [f"--port={port}", "--ip=127.0.0.1", f"--NotebookApp.token={token}"]
    with (folder / "notebook.log").open("w") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log, cwd=folder)
        try:
            yield wait_for(f"http://127.0.0.1:{port}/notebooks/mini.ipynb?token={token}", port)
        finally:
            process.terminate()
            process.wait(timeout=60)


def wait_for(address: str, port: int, seconds: float = 60) -> str:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return address
        except OSError:
            time.sleep(0.2)
    raise RuntimeError(f"the notebook server did not start within {seconds} s")


def test_every_control_redraws_in_the_front_end_of_ipywidgets_7(tmp_path):
    notebook = new_notebook(cells=[new_code_cell(CELL)])
    notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3"}
    nbformat.write(notebook, tmp_path / "mini.ipynb")
    with (
        classic_notebook(tmp_path) as address,
        launch() as browser,
        open_page(address, browser=browser, size=(1280, 1000)) as visit,
    ):
        page = visit.page
        page.wait_for_function(READY)
        page.evaluate("Jupyter.notebook.execute_all_cells()")
        drawn = page.locator("#drawn").filter(visible=True)
        drawn.get_by_text("1 one a False").wait_for()
        assert drawn.count() == 1  # the widget's, and not the still one below
        still = page.locator("[class^='bertlab-still'] #drawn")

        page.locator(".ui-slider-handle").focus()
        page.keyboard.press("ArrowRight")
        drawn.get_by_text("2 one a False").wait_for()
        page.locator(".widget-dropdown select").select_option("two")
        drawn.get_by_text("2 two a False").wait_for()
        page.locator(".widget-text input").fill("b c")
        page.keyboard.press("Enter")
        drawn.get_by_text("2 two b c False").wait_for()
        page.locator(".widget-checkbox input").check()
        drawn.get_by_text("2 two b c True").wait_for()
        still.get_by_text("2 two b c True").wait_for(state="attached")  # what saving keeps
        assert visit.clean(), (visit.errors, visit.outside)
