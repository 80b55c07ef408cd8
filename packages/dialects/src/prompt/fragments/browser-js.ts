import type { Toolset } from '../toolset.ts'

const FRAGMENT = `### TOOL_PROTOCOL: Browser Execution
You can execute JavaScript in the user's browser.
- TOOL: \`browser_js_eval(code: string)\` -> Returns the value of the last expression, and what was written to the console
- EXECUTION_ENVIRONMENT: A browser window of its own, with \`window\` and \`document\`, apart from the page the user sees. No network, no storage, no access to other pages. A fresh world for every call; ten seconds unless you ask for more. Top-level \`await\` works.
- OUTPUT: Returns the evaluation result and console output, or the error that was thrown.
- STRATEGY: Use it for arithmetic, data processing and anything that must be exact: run the code instead of working out the result yourself. Make the last line the value you need.`

export const browserJs: Toolset = { id: 'browser_js', tools: ['browser_js_eval'], fragment: () => FRAGMENT }
