"""What ``workbook/setup/doctor.py`` asks of the workbook's own interpreter; the answer is JSON."""

import json
import sys
from importlib import metadata

FONTS = {"sans_font": "Latin", "cjk_font": "Chinese"}  # loader of a font -> what it is for


def answer() -> dict:
    """Return versions of packages, the device, and which data is in the cache."""
    found: dict = {"versions": {}}
    for package in metadata.distributions():
        if package.metadata["Name"]:  # None for what an interruption left
            found["versions"].setdefault(package.metadata["Name"], package.version)
    try:
        import torch

        from bertlab.model.hardware import device

        found |= {"device": str(device()), "threads": torch.get_num_threads()}
    except Exception as error:  # whatever is wrong with it is what the report is about
        found["torch_error"] = f"{type(error).__name__}: {error}"[:200]
    try:
        from bertlab.datasets.fetching.releases import RELEASES, cache_folder
    except Exception:  # without its packages the project cannot be imported
        return found
    there = {release.name: release.archive.exists() for release in RELEASES}
    found["cache"] = str(cache_folder())
    found["fetched"] = [name for name, yes in there.items() if yes]
    found["missing"] = [name for name, yes in there.items() if not yes]
    found["fonts"] = {
        FONTS[loader]: there[release.name]
        for release in RELEASES
        for loader in release.loaders
        if loader in FONTS
    }
    return found


if __name__ == "__main__":
    json.dump(answer(), sys.stdout)
