"""Controls: ipywidgets 8, which is here, sends what ipywidgets 7.7.1 was recorded to send."""

import json
from pathlib import Path

from tests.colab import widget_models

FOLDER = Path(__file__).resolve().parents[2] / "colab"
RECORD = json.loads((FOLDER / "widget_models_7.7.1.json").read_text(encoding="utf-8"))
NEW_IN_8 = {"behavior", "description_allow_html"}  # both stand at what 7 does anyway


def settings(state: dict) -> dict:
    """Return what a model sets, without the versions of the modules that draw it."""
    return {key: entry for key, entry in state.items() if not key.endswith("_version")}


def test_controls_say_the_same_to_both_front_ends():
    here = widget_models.models()
    assert here.keys() == RECORD["models"].keys()
    for name, old in RECORD["models"].items():
        new, old = settings(here[name]), settings(old)
        if name.endswith(".style"):  # ipywidgets 8 has a class for each
            new, old = new | {"_model_name": ""}, old | {"_model_name": ""}
        assert {key: entry for key, entry in new.items() if key not in NEW_IN_8} == old, name


def test_the_record_holds_what_was_asked_for():
    models = RECORD["models"]
    assert "ipywidgets 7.7.1" in RECORD["made by"]
    assert models["layer"]["_model_module_version"] == "1.5.0"
    assert (models["layer"]["min"], models["layer"]["max"], models["layer"]["value"]) == (0, 5, 2)
    assert models["layer"]["continuous_update"] is False
    assert models["head"]["_options_labels"] == ["first", "second"]
    assert models["head"]["index"] == 1
    assert models["words.style"]["description_width"] == "10ch"
    assert models["box"]["children"][-1] == "IPY_MODEL_view"
