/** `show(value)` in Python: what it finds in a value becomes the JSON of a `ShownItem`, which the page reads field by field. */
export const SHOW = `
import base64, io, json, math, pprint
import _parley

PICTURES = ((b'\\x89PNG', 'image/png'), (b'\\xff\\xd8', 'image/jpeg'), (b'GIF8', 'image/gif'), (b'RIFF', 'image/webp'))
MOST_ROWS = 5000


def picture(data):
    for start, mime in PICTURES:
        if data.startswith(start):
            return {'kind': 'image', 'mime': mime, 'data': base64.b64encode(data).decode()}
    return None


def cell(value):
    if value is None or type(value) is bool or (type(value) is int and abs(value) < 2 ** 53):
        return value
    if type(value) is float and math.isfinite(value):
        return value
    return str(value)[:500]


def table(columns, rows):
    columns = list(columns)[:100]
    shown = [[cell(item) for item in list(row)[: len(columns)]] for row in rows[: min(MOST_ROWS, 100000 // max(1, len(columns)))]]
    return {'kind': 'table', 'columns': [str(name)[:300] for name in columns], 'rows': shown, 'total': len(rows)}


def drawn(value):
    if isinstance(value, (bytes, bytearray)):
        return picture(bytes(value))
    if hasattr(value, 'savefig'):
        page = io.BytesIO()
        value.savefig(page, format='png')
        return picture(page.getvalue())
    for name in ('_repr_png_', '_repr_svg_'):
        data = getattr(value, name, lambda: None)()
        if isinstance(data, bytes):
            return picture(data)
        if isinstance(data, str):
            return {'kind': 'svg', 'text': data} if name == '_repr_svg_' else picture(base64.b64decode(data))
    return None


def as_table(value):
    if hasattr(value, 'columns') and hasattr(value, 'values') and hasattr(value.values, 'tolist'):
        return table(value.columns, value.values.tolist())
    if isinstance(value, (list, tuple)) and value and all(isinstance(row, dict) for row in value):
        columns = list(dict.fromkeys(name for row in value for name in row))
        return table(columns, [[row.get(name) for name in columns] for row in value])
    if isinstance(value, (list, tuple)) and value and all(isinstance(row, (list, tuple)) for row in value):
        return table(range(1, max(len(row) for row in value) + 1), [list(row) for row in value])
    return None


def show(value, title=None, alt=None):
    """Shows a picture, a drawing, a table or a value to the user, on the card of this call."""
    item = drawn(value) or as_table(value)
    if item is None and isinstance(value, str):
        item = {'kind': 'svg', 'text': value} if value.lstrip().startswith('<svg') else {'kind': 'markdown', 'text': value}
    item = item or {'kind': 'json', 'text': pprint.pformat(value, width=100, sort_dicts=False)[:200000]}
    labels = {name: str(text)[:300] for name, text in (('title', title), ('alt', alt)) if text is not None}
    _parley.show(json.dumps({**item, **labels}))
`
