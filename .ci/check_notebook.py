"""check_notebook.py NOTEBOOK FOLDER: run a notebook inside FOLDER, the output folder of the sample.

The cells run in order and share their variables. What they print must be what the notebook shows;
with --write before NOTEBOOK it shows that afterwards.
"""
import contextlib
import io
import json
import os
import sys


def run(notebook):
    """The outputs of the cells with code, as the format of notebooks has them (nbformat 4)."""
    names = {}
    for number, cell in enumerate(notebook["cells"], 1):
        if cell["cell_type"] != "code":
            continue
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile("".join(cell["source"]), f"cell {number}", "exec"), names)
        text = printed.getvalue().splitlines(keepends=True)
        outputs = [{"name": "stdout", "output_type": "stream", "text": text}] if text else []
        yield number, cell, outputs


def main(arguments):
    write = arguments[0] == "--write"
    path, folder = arguments[write:]
    path = os.path.abspath(path)
    with open(path, encoding="utf-8") as f:
        notebook = json.load(f)
    os.chdir(folder)
    cells = 0
    for number, cell, outputs in run(notebook):
        cells += 1
        if not write and outputs != cell["outputs"]:
            sys.exit(f"{path}: cell {number} prints {outputs}, and shows {cell['outputs']}")
        cell["outputs"] = outputs
    if write:
        with open(path, "w", encoding="utf-8") as f:
            json.dump(notebook, f, indent=1, ensure_ascii=False)
            f.write("\n")
    print(f"{os.path.basename(path)}: {cells} cells print what they show")


main(sys.argv[1:])
