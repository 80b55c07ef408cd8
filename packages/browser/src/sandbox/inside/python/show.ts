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
    # What pandas and seaborn give back is a part of a figure.
    figure = value if hasattr(value, 'savefig') else getattr(value, 'figure', None)
    if hasattr(figure, 'savefig'):
        page = io.BytesIO()
        figure.savefig(page, format='png')
        return picture(page.getvalue())
    for name in ('_repr_png_', '_repr_svg_'):
        data = getattr(value, name, lambda: None)()
        if isinstance(data, bytes):
            return picture(data)
        if isinstance(data, str):
            return {'kind': 'svg', 'text': data} if name == '_repr_svg_' else picture(base64.b64decode(data))
    return None


def from_markup(text):
    # Hardly any program needs it, and each would wait for it.
    import html.parser

    class Cells(html.parser.HTMLParser):
        rows, depth, tables = [], 0, 0

        def handle_starttag(self, tag, attrs):
            if tag == 'table':
                self.depth, self.tables = self.depth + 1, self.tables + 1
            elif self.tables == 1 and tag == 'tr':
                self.rows.append([])
            elif self.tables == 1 and tag in ('td', 'th') and self.rows:
                self.rows[-1].append('')

        def handle_endtag(self, tag):
            if tag == 'table':
                self.depth -= 1

        def handle_data(self, data):
            if self.tables == 1 and self.depth == 1 and self.rows and self.rows[-1]:
                self.rows[-1][-1] += data

    cells = Cells()
    cells.feed(text[:2000000])
    rows = [[cell.strip() for cell in row] for row in cells.rows if row]
    return table(rows[0], rows[1:]) if rows else None


def from_frame(value):
    columns, rows, index = list(value.columns), value.values.tolist(), getattr(value, 'index', None)
    names = index.tolist() if hasattr(index, 'tolist') else None
    if names is not None and names != list(range(len(rows))):
        columns, rows = [getattr(index, 'name', None) or '', *columns], [[name, *row] for name, row in zip(names, rows)]
    return table(columns, rows)


def as_table(value):
    if not hasattr(value, 'columns') and hasattr(value, 'to_frame'):
        value = value.to_frame()
    if hasattr(value, 'columns') and hasattr(value, 'values') and hasattr(value.values, 'tolist'):
        return from_frame(value)
    if hasattr(value, 'columns') and hasattr(value, 'to_dicts'):
        value = value.to_dicts()
    if getattr(value, 'ndim', None) == 2 and hasattr(value, 'tolist'):
        value = value.tolist()
    if isinstance(value, (list, tuple)) and value and all(isinstance(row, dict) for row in value):
        columns = list(dict.fromkeys(name for row in value for name in row))
        return table(columns, [[row.get(name) for name in columns] for row in value])
    if isinstance(value, (list, tuple)) and value and all(isinstance(row, (list, tuple)) for row in value):
        return table(range(1, max(len(row) for row in value) + 1), [list(row) for row in value])
    markup = getattr(value, '_repr_html_', lambda: None)()
    return from_markup(markup) if isinstance(markup, str) and '<table' in markup else None


def show(value, title=None, alt=None):
    """Shows a picture, a drawing, a table or a value to the user, on the card of this call."""
    item = drawn(value) or as_table(value)
    if item is None and isinstance(value, str):
        item = {'kind': 'svg', 'text': value} if value.lstrip().startswith('<svg') else {'kind': 'markdown', 'text': value}
    item = item or {'kind': 'json', 'text': pprint.pformat(value, width=100, sort_dicts=False)[:200000]}
    labels = {name: str(text)[:300] for name, text in (('title', title), ('alt', alt)) if text is not None}
    _parley.show(json.dumps({**item, **labels}))
`
