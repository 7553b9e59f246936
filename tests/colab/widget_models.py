"""What ``explore`` sends to the front end, as JSON: run by the ipywidgets that is to be asked.

``python tests/colab/widget_models.py`` prints the models of one exploration with every control. The
front ends of ipywidgets 7 (Colab) and 8 (JupyterLab) draw these states and nothing else, so if both
versions of the package send the same, both front ends are told to draw the same.
"""

import json

import ipywidgets

from workbook.widgets import build, choose, slide, text, toggle


def models() -> dict[str, dict]:
    """Return the state of each model of an exploration, by the name of its argument."""
    controls = {
        "layer": slide(0, 5, value=2),
        "scale": slide(0.0, 1.0),
        "head": choose([("first", 0), ("second", 1)], value=1),
        "words": text("a b", label="Your words"),
        "causal": toggle("Causal mask"),
    }
    found = build(lambda **values: f"<p>{sorted(values)}</p>", "Names.", **controls)
    parts = {**controls, "view": found.view, "box": found.box}
    parts |= {f"{name}.style": part.style for name, part in parts.items() if name != "box"}
    parts |= {f"{name}.layout": parts[name].layout for name in (*controls, "view", "box")}
    names = {part.model_id: name for name, part in parts.items()}
    return {name: _readable(part.get_state(), names) for name, part in parts.items()}


def _readable(state: dict, names: dict[str, str]) -> dict:
    """Return what a state sets, with names of models in place of identifiers, which differ."""
    text = json.dumps({key: entry for key, entry in state.items() if entry is not None})
    for identifier, name in names.items():
        text = text.replace(identifier, name)
    return json.loads(text)


if __name__ == "__main__":
    made = {
        "made by": f"python tests/colab/widget_models.py, with ipywidgets {ipywidgets.__version__}",
        "models": models(),
    }
    print(json.dumps(made, indent=1, sort_keys=True))
