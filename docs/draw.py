#!/usr/bin/env python3
"""draw.py GRAPH.gexf PICTURE.svg [--labels] [--width N]: draw a graph as its file says.

Places, sizes and colours are those of the file; arcs have the colour of the page they come from, and
the fewer of them the stronger. With --labels every page has its label. Only Python itself is needed;
for a PNG: rsvg-convert -o PICTURE.png PICTURE.svg (Debian: librsvg2-bin).
"""
import argparse
import math
import xml.etree.ElementTree as tree
from xml.sax.saxutils import escape


def read(path):
    """Nodes (x, y, radius, colour, label) by id, and arcs (source, target, weight) without self-loops."""
    root = tree.parse(path).getroot()
    space = root.tag[1:].partition("}")[0]
    names = {"": space, "viz": space + "/viz"}
    nodes = {}
    for n in root.iterfind(".//{%s}node" % space):
        place, colour = n.find("viz:position", names), n.find("viz:color", names)
        nodes[n.get("id")] = (
            float(place.get("x")), -float(place.get("y")), float(n.find("viz:size", names).get("value")) / 2,
            "#%02x%02x%02x" % tuple(int(colour.get(c)) for c in "rgb"), n.get("label"))
    arcs = [(e.get("source"), e.get("target"), float(e.get("weight", 1))) for e in root.iterfind(".//{%s}edge" % space)]
    return nodes, [a for a in arcs if a[0] != a[1]]


def curve(a, b):
    """An arc from a to the rim of b, bent to its left, so that an arc and its return are two lines."""
    bend = 0.12
    x, y = (a[0] + b[0]) / 2 + bend * (b[1] - a[1]), (a[1] + b[1]) / 2 - bend * (b[0] - a[0])
    way = math.hypot(b[0] - x, b[1] - y) or 1
    rim = min(1, b[2] / way)
    return "M%.0f %.0fQ%.0f %.0f %.0f %.0f" % (a[0], a[1], x, y, b[0] + rim * (x - b[0]), b[1] + rim * (y - b[1]))


def label(node, size):
    x, y, r, _, text = node
    text = text if len(text) <= 28 else text[:27] + "…"
    return '<text x="%.1f" y="%.1f" font-size="%.1f">%s</text>' % (x, y + r + size, size, escape(text))


def frame(nodes, margin):
    """Left, top, width and height of the picture."""
    left, right = min(n[0] - n[2] for n in nodes.values()), max(n[0] + n[2] for n in nodes.values())
    top, bottom = min(n[1] - n[2] for n in nodes.values()), max(n[1] + n[2] for n in nodes.values())
    return left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin


def draw(nodes, arcs, width, labels):
    margin = 40 if labels else 10
    left, top, wide, high = frame(nodes, margin)
    opacity = max(0.035, min(0.7, 6 / math.sqrt(max(1, len(arcs))) - 0.02))
    stroke = (wide + high) / (700 if labels else 2800)
    yield '<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="%.0f %.0f %.0f %.0f">' % (
        width, width * high / wide, left, top, wide, high)
    yield '<rect x="%.0f" y="%.0f" width="100%%" height="100%%" fill="#fff"/>' % (left, top)
    head = ""
    if labels:
        yield ('<marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto"'
               ' markerUnits="userSpaceOnUse"><path d="M0 1L8 4L0 7z" fill="#888"/></marker>')
        head = ' marker-end="url(#head)"'
    for colour in sorted({n[3] for n in nodes.values()}, reverse=True):
        yield '<g fill="none" stroke="%s" stroke-opacity="%.3f"%s>' % (colour, opacity, head)
        for a, b, weight in arcs:
            if nodes[a][3] == colour:
                yield '<path d="%s" stroke-width="%.2f"/>' % (curve(nodes[a], nodes[b]), stroke * (1 + math.log(weight)))
        yield "</g>"
    yield '<g stroke="#fff" stroke-width="%.2f">' % stroke
    for x, y, r, colour, _ in sorted(nodes.values(), key=lambda n: -n[2]):
        yield '<circle cx="%.1f" cy="%.1f" r="%.1f" fill="%s"/>' % (x, y, r, colour)
    yield "</g>"
    if labels:
        size = (wide + high) / 80
        yield '<g font-family="sans-serif" text-anchor="middle" fill="#222" stroke="#fff" stroke-width="%.1f" paint-order="stroke">' % (size / 5)
        yield from (label(n, size) for n in nodes.values())
        yield "</g>"
    yield "</svg>"


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("graph")
    options.add_argument("picture")
    options.add_argument("--labels", action="store_true")
    options.add_argument("--width", type=int, default=900, help="in pixels")
    o = options.parse_args()
    nodes, arcs = read(o.graph)
    if not nodes:
        raise SystemExit(f"{o.graph}: no nodes")
    with open(o.picture, "w", encoding="utf-8") as f:
        f.write("\n".join(draw(nodes, arcs, o.width, o.labels)) + "\n")


main()
