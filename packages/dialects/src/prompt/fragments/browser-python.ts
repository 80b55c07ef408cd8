import type { Toolset } from '../toolset.ts'

const FRAGMENT = `### TOOL_PROTOCOL: Python Execution
You can execute Python 3.14 in the user's browser.
- TOOL: \`browser_python_eval(code: string)\` -> Returns the value of the last expression, and what was printed
- EXECUTION_ENVIRONMENT: A fresh interpreter for every call, with the standard library. No network, no storage; ten seconds unless you ask for more. numpy, pandas and matplotlib are there only where the user has fetched them: an import that fails says so.
- FILES: With \`use_files: true\` use \`files.read(path)\`, \`files.write(path, text)\`, \`files.list(path)\`, \`files.delete(path)\`; \`open()\` does not see the user's files.
- SHOW: \`show(value)\` puts a table (list of dicts, DataFrame), a picture (PNG bytes, a figure) or an SVG before the user.
- STRATEGY: Use it for arithmetic, statistics and data processing. Make the last line the value you need.`

export const browserPython: Toolset = { id: 'browser_python', tools: ['browser_python_eval'], fragment: () => FRAGMENT }
