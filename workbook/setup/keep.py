"""Keep what a borrowed machine would lose: ``python -m workbook keep save`` and ``restore``.

Colab and Kaggle delete their machine's files at the end of a session. The notebook, with your
answers, is not among them: both keep it in your account. What else takes time to make again is
copied: fetched data, states of training runs, checkpoints. The first cell of a notebook restores
from Drive by itself where a folder was saved.
"""

import argparse
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DRIVE = Path("/content/drive/MyDrive/bert-workbook-kept")
FOLDERS = ("build", "data/cache/archives", "data/checkpoints")


def files(root: Path) -> Iterator[Path]:
    """Yield the files worth keeping below a folder, relative to it; unfinished ones are hidden."""
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            relative = path.relative_to(root)
            if path.is_file() and not any(part.startswith(".") for part in relative.parts):
                yield relative


def copy_whole(source: Path, target: Path) -> None:
    """Copy a file; an interruption leaves the old file or the new one, never half of one."""
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_name(f".{target.name}.draft")
    shutil.copy2(source, draft)
    os.replace(draft, target)


def copy_changed(source: Path, target: Path) -> int:
    """Copy each file that the target lacks or has in an older state; return how many."""
    changed = [
        file
        for file in files(source)
        if not (target / file).exists()
        or (source / file).stat().st_mtime > (target / file).stat().st_mtime
    ]
    for file in changed:
        copy_whole(source / file, target / file)
    return len(changed)


def copy_absent(source: Path, target: Path) -> int:
    """Copy each file that the target lacks; what is there is never replaced. Return how many."""
    absent = [file for file in files(source) if not (target / file).exists()]
    for file in absent:
        copy_whole(source / file, target / file)
    return len(absent)


def main(arguments: list[str] | None = None) -> None:
    """Save to a folder or restore from it, as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("action", choices=("save", "restore"))
    parser.add_argument("folder", nargs="?", type=Path, default=DRIVE, help=f"default: {DRIVE}")
    options = parser.parse_args(arguments)
    if options.action == "restore" and not options.folder.is_dir():
        sys.exit(f"Nothing was saved in {options.folder}.")
    if options.action == "save" and not options.folder.parent.is_dir():
        sys.exit(f"{options.folder.parent} is not there. In Colab, mount Drive first (file pane).")
    if options.action == "save":
        print(f"{copy_changed(ROOT, options.folder)} files saved to {options.folder}")
    else:
        print(f"{copy_absent(options.folder, ROOT)} files restored from {options.folder}")


if __name__ == "__main__":
    main()
