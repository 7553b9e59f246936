"""Write ``build/bert-workbook.zip``, which students upload to Colab or Kaggle: ``make bundle``.

It holds what a notebook needs to run and nothing else: the packages, the set-up, recorded runs and
checkpoints. Tests, sources of lessons and slides, and what only contributors measure stay
here; so do the notebooks, which students open by themselves. Equal files give equal bytes.
"""

import argparse
import os
import subprocess
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUNDLE = ROOT / "build" / "bert-workbook.zip"
HELD = (
    "LICENSE",
    "bertlab/",
    "constraints.txt",
    "data/checkpoints/",
    "data/requirements.txt",
    "data/runs/",
    "lessons/",
    "pyproject.toml",
    "workbook/",
)
# What no lesson reads: each notebook's metadata says what it read when it was built, and a test
# compares. `make colab` runs them all without it, and names what else is not read.
LEFT_OUT = (
    "data/runs/batches.safetensors",
    "data/runs/finetuning_clinic.safetensors",
    "data/runs/lengths.safetensors",
    "data/runs/nnlm_recurrent.safetensors",
    "data/runs/noises.safetensors",
    "data/runs/order.safetensors",
    "data/runs/precision.safetensors",
    "data/runs/pronouncing.safetensors",
    "data/runs/rates.safetensors",
    "data/runs/readout.safetensors",
    "data/runs/spoken_words.safetensors",
    "data/runs/switches.safetensors",
    "data/runs/task_choices.safetensors",
    "data/runs/task_pairs.safetensors",
    "data/runs/task_spans.safetensors",
    "data/runs/task_tagging.safetensors",
    "data/runs/tasks.safetensors",
    "data/runs/two_way_lstm.safetensors",
    "workbook/instructor/",
    "workbook/make/",
    "workbook/publish/",
    "workbook/report/",
)
NOT_FOR_STUDENTS = (  # sources of the notebooks, which they have, and what instructors read
    *("/lesson.py", "/more.py", "/ruff.toml"),
    *("/TEACHING.md", "/MISTAKES.md", "/teaching.toml"),
)
EPOCH = (1980, 1, 1, 0, 0, 0)


def tracked(root: Path) -> list[str]:
    """Return the paths of the files that git tracks or would track, in their order."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listing = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout
    return [path for path in sorted({*listing.split("\0")}) if (root / path).is_file()]


def members(root: Path = ROOT) -> list[str]:
    """Return the paths of what the bundle holds."""
    held = [path for path in tracked(root) if path.startswith(HELD)]
    return [
        path
        for path in held
        if not path.startswith(LEFT_OUT) and not path.endswith(NOT_FOR_STUDENTS)
    ]


def build(bundle: Path, root: Path = ROOT) -> int:
    """Write the bundle all at once and return its size in bytes."""
    bundle.parent.mkdir(parents=True, exist_ok=True)
    draft = bundle.with_name(f".{bundle.name}.draft")
    with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in members(root):
            entry = zipfile.ZipInfo(path, EPOCH)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, (root / path).read_bytes(), compresslevel=9)
    os.replace(draft, bundle)
    return bundle.stat().st_size


def main() -> None:
    """Write the bundle and say how large it is."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--into", type=Path, default=BUNDLE, help="the zip file to write")
    path = parser.parse_args().into
    print(f"{path}: {build(path) / 1e6:.1f} MB, {len(members())} files")


if __name__ == "__main__":
    main()
