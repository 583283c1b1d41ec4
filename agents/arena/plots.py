"""Plots as SVG text: intervals in rows, and points over a logarithmic axis. Plain numbers in, one <svg> element out."""

from html import escape
from math import ceil, floor, log10

INK, SOFT, LINE, MARK = "#1d2733", "#5d6b79", "#d5dce3", "#1f6fb2"
WIDTH = 860
FONT = 'font-family="system-ui, sans-serif" font-size="13"'


def _svg(height, parts, label):
    return (f'<svg viewBox="0 0 {WIDTH} {height}" width="100%" role="img" aria-label="{escape(label, quote=True)}" {FONT}>' + "".join(parts) + "</svg>")


def text(x, y, words, anchor="start", color=INK):
    """An SVG text."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{color}">{escape(words)}</text>'


def line(x1, y1, x2, y2, color=LINE, width=1):
    """An SVG line."""
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{color}" stroke-width="{width}"/>'


def dot(x, y, tip, radius=5):
    """An SVG circle with a tip."""
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{MARK}"><title>{escape(tip)}</title></circle>'


def short(name, most=28):
    """A name that fits beside a plot: of a long one its end, which tells it from others."""
    return name if len(name) <= most else "…" + name[1 - most:]


def ticks(low, high, about=6):
    """Round numbers from below `low` to above `high`, about so many steps."""
    span = max(high - low, 1e-9)
    step = 10 ** floor(log10(span / about))
    step *= next(m for m in (1, 2, 5, 10) if span / (step * m) <= about)
    first, last = floor(low / step), ceil(high / step)
    return [n * step for n in range(first, max(last, first + 1) + 1)]


def interval_rows(rows, label):
    """rows: (name, value, low, high); one row each, with the interval as a bar."""
    marks = ticks(min(r[2] for r in rows), max(r[3] for r in rows))
    left, right, top, step = 210, WIDTH - 30, 14, 30
    bottom = top + step * len(rows)

    def x(value):
        return left + (value - marks[0]) / (marks[-1] - marks[0]) * (right - left)

    parts = [line(x(m), top, x(m), bottom) + text(x(m), bottom + 18, f"{m:g}", "middle", SOFT) for m in marks]
    for n, (name, value, low, high) in enumerate(rows):
        y = top + step * (n + 0.5)
        tip = f"{name}: {value:g} ({low:g} to {high:g})"
        parts += [text(left - 12, y + 4, short(name), "end"), line(x(low), y, x(high), y, MARK, 3), dot(x(value), y, tip)]
    return _svg(bottom + 28, parts, label)


def free_place(labels, x, y, words):
    """(x, y) of a label, higher up where another is in the way; noted in `labels`, a list of (x, y, width)."""
    width = 8 * len(words)
    while any(abs(y - other[1]) < 15 and x < other[0] + other[2] and other[0] < x + width for other in labels):
        y -= 15
    labels.append((x, y, width))
    return x, y


def log_points(points, label, x_name, y_name):
    """points: (name, x above 0, y, low, high) over a logarithmic x axis."""
    left, right, top, bottom = 70, WIDTH - 190, 26, 332
    first, last = floor(log10(min(p[1] for p in points))), ceil(log10(max(p[1] for p in points)))
    last = max(last, first + 1)
    marks = ticks(min(p[3] for p in points), max(p[4] for p in points))

    def x(value):
        return left + (log10(value) - first) / (last - first) * (right - left)

    def y(value):
        return bottom - (value - marks[0]) / (marks[-1] - marks[0]) * (bottom - top)

    parts = [line(x(10.0 ** e), top, x(10.0 ** e), bottom) + text(x(10.0 ** e), bottom + 18, f"{10.0 ** e:g}", "middle", SOFT) for e in range(first, last + 1)]
    parts += [line(left, y(m), right, y(m)) + text(left - 8, y(m) + 4, f"{m:g}", "end", SOFT) for m in marks]
    parts += [text((left + right) / 2, bottom + 40, x_name, "middle", SOFT), text(left, top - 10, y_name, "start", SOFT)]
    labels = []
    for name, seconds, value, low, high in points:
        tip = f"{name}: {value:g} ({low:g} to {high:g}) at {seconds:.3g} s"
        at = free_place(labels, x(seconds) + 9, y(value) - 7, short(name))
        parts += [line(x(seconds), y(low), x(seconds), y(high), MARK, 2), dot(x(seconds), y(value), tip), text(*at, short(name))]
    return _svg(bottom + 50, parts, label)
