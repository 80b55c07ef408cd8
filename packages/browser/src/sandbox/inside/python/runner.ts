/** Imported before a snapshot is made: what the runner needs, and what programs use most. */
export const COMMON =
  'import asyncio, builtins, collections, csv, datetime, functools, io, itertools, json, linecache, math, pprint, random, re, statistics, string, sys, traceback'

/**
 * What runs a program, in Python itself. It answers in JSON, so that no object of the program is ever held by JavaScript.
 * Whatever a program does to it, it can only change what is said of itself.
 */
export const RUNNER = `
import builtins, json, linecache, math, pprint, random, sys, traceback
import _parley
from pyodide.code import eval_code_async
from pyodide.ffi import JsException, can_run_sync, run_sync

FILE = 'program.py'
SAFE = 2 ** 53


def ask(name, *args):
    if not can_run_sync():
        raise RuntimeError('Files need a browser that can wait inside a program, such as a newer Chromium.')
    try:
        return json.loads(run_sync(_parley.ask(name, json.dumps(args))))
    except JsException as refused:
        raise OSError(refused.message) from None


class Files:
    """The files of the conversation, where the call asks for them: text, by absolute path."""

    def read(self, path):
        return ask('files.read', path)

    def write(self, path, text):
        ask('files.write', path, text)

    def list(self, path='/'):
        return ask('files.list', path)

    def delete(self, path):
        ask('files.delete', path)


def no_input(prompt=''):
    raise RuntimeError('Nobody can answer input() here. Put the values into the program.')


# A snapshot holds the state of chance, too.
random.seed()
builtins.input = no_input
MAIN = sys.modules['__main__'].__dict__
MAIN['files'] = Files()
MAIN['show'] = show


def plain(value):
    """The value as JSON keeps it, or TypeError."""
    if value is None or type(value) in (bool, str) or (type(value) is int and abs(value) < SAFE):
        return value
    if type(value) is float and math.isfinite(value):
        return value
    if type(value) in (list, tuple):
        return [plain(item) for item in value]
    if type(value) is dict and all(type(key) is str for key in value):
        return {key: plain(item) for key, item in value.items()}
    raise TypeError


def described(value, limit):
    text = value if type(value) is str else pprint.pformat(value, width=100, sort_dicts=False)
    answer = {'type': 'returned', 'text': text[:limit], 'kind': type(value).__name__, 'cut': len(text) > limit}
    try:
        whole = json.dumps(plain(value), ensure_ascii=False)
        if len(whole) <= limit:
            answer['json'] = whole
    except (TypeError, ValueError, RecursionError):
        pass
    return answer


def place_of(error, trace):
    if isinstance(error, SyntaxError) and error.filename == FILE and error.lineno:
        return error.lineno, error.offset or 1
    for frame in reversed(trace.stack):
        if frame.filename == FILE and frame.lineno:
            line = linecache.getline(FILE, frame.lineno).encode()
            return frame.lineno, len(line[: frame.colno or 0].decode(errors='ignore')) + 1
    return None


def own_part(trace):
    """Without the frames that lead to the program."""
    while trace is not None and trace.tb_frame.f_code.co_filename != FILE:
        trace = trace.tb_next
    return trace


def without_us(trace):
    while trace is not None:
        trace.stack = traceback.StackSummary.from_list([frame for frame in trace.stack if frame.filename != 'parley.py'])
        trace = trace.__cause__ or trace.__context__


def thrown(error):
    trace = traceback.TracebackException(type(error), error, own_part(error.__traceback__))
    without_us(trace)
    message = error.msg if isinstance(error, SyntaxError) else str(error)
    if isinstance(error, MemoryError) and not message:
        message = 'The program uses too much memory. Work on less at a time.'
    answer = {'type': 'threw', 'name': type(error).__name__, 'message': message, 'stack': ''.join(trace.format())[:20000]}
    place = place_of(error, trace)
    if place:
        answer['line'], answer['column'] = place
    missing = error.name if isinstance(error, ModuleNotFoundError) else None
    return {**answer, 'missing': missing} if missing else answer


async def run(code, limit):
    linecache.cache[FILE] = (len(code), None, code.splitlines(True), FILE)
    try:
        try:
            value = await eval_code_async(code, MAIN, filename=FILE)
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
        return json.dumps(described(value, limit))
    except SystemExit as left:
        return json.dumps(described(None, limit) if not left.code else thrown(left))
    except BaseException as error:
        return json.dumps(thrown(error))
`
