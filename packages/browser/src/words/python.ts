import { speaker } from '@parley/dialects'

/** What Python says beside its programs. */
export const pythonWords = {
  'tool.run-python': 'Run Python',
  'preview.run-python': 'Run {count} {count|line|lines} of Python in the sandbox',
  'field.python-code':
    "The Python code to execute. e.g. '2 ** 100' or 'sorted([3, 1, 2])'. The value of the last expression is returned; print works too.",
  'python.unreachable':
    'The files of Python at {url} could not be fetched. Check that the page was built with them (packages/browser/README.md says how) and try again.',
  'python.broken': 'Python did not start: {problem}',
  'python.missing':
    'The module {name} is not here. The user can fetch it in the settings, under Tools, Packages for Python. Until then do without it: the standard library is there.',
  'python.unknown': 'There is no module {name} for Python in this page. The standard library is there.',
} as const

export const say = speaker(pythonWords)
