import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Dialect, SpokenPart } from '@parley/dialects'
import { type Derived, dialectFromResponseTemplate } from '@parley/dialects/model-files'

/** A response template, and where it stands. */
interface Found {
  readonly file: string
  readonly name: string
  readonly template: object
}

/** An answer that a test of somebody else reads with one, and what that test finds in it. */
interface Answer {
  readonly test: string
  readonly template: object
  readonly prefix: string
  readonly text: string
  readonly expected: { readonly tool_calls?: unknown; readonly thinking?: string; readonly reasoning_content?: string }
}

const EXTRACT = new URL('response-templates.py', import.meta.url).pathname

/** Response templates in Python files and in `tokenizer_config.json` files below a folder. Python is asked for its literals. */
function findAll(folder: string): { readonly templates: readonly Found[]; readonly answers: readonly Answer[] } {
  const configs = globSync('**/tokenizer_config.json', { cwd: folder }).flatMap((file): Found[] => {
    const { response_template: template } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { response_template?: object }
    return template ? [{ file, name: 'response_template', template }] : []
  })
  const python = globSync('**/*.py', { cwd: folder }).filter((file) =>
    readFileSync(join(folder, file), 'utf8').includes('"start_anchor'),
  )
  if (python.length === 0) return { templates: configs, answers: [] }
  const { status, stdout } = spawnSync('python3', [EXTRACT, ...python], { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 })
  if (status !== 0) return { templates: configs, answers: [] }
  // Our own script wrote it.
  const found = JSON.parse(stdout) as { readonly templates: Found[]; readonly answers: Answer[] }
  return { templates: [...configs, ...found.templates], answers: found.answers }
}

const partsOf = (dialect: Dialect, pieces: readonly string[]): readonly SpokenPart[] => {
  const parser = dialect.createParser({ tools: [] })
  const events = [...pieces.flatMap((piece) => parser.push(piece)), ...parser.end()]
  return events.flatMap((event) => (event.type === 'part-end' ? [event.value] : []))
}

/** Whether an answer is read as its own test wants it, in one piece and cut at every place. */
function isRead(dialect: Dialect, { prefix, text, expected }: Answer): boolean {
  const answer = prefix + text
  const whole = partsOf(dialect, [answer])
  const cuts = Array.from(answer, (_, place) => [answer.slice(0, place), answer.slice(place)])
  if (![...cuts, Array.from(answer)].every((pieces) => isDeepStrictEqual(partsOf(dialect, pieces), whole))) return false
  const calls = whole.flatMap((part) => (part.type === 'tool-call' ? [{ name: part.name, arguments: part.input }] : []))
  const wanted = [expected.tool_calls ?? []]
    .flat()
    .map((call: { function?: { name?: string; arguments?: object } }) => call.function)
  const thought = whole.flatMap((part) => (part.type === 'reasoning' ? [part.text] : [])).join('')
  return isDeepStrictEqual(calls, wanted) && thought.trim() === (expected.thinking ?? expected.reasoning_content ?? '').trim()
}

function lineOf({ file, name, template }: Found, derived: Derived, answers: readonly Answer[]): string {
  const own = answers.filter((answer) => isDeepStrictEqual(answer.template, template))
  const read = derived.ok ? own.filter((answer) => isRead(derived.dialect, answer)).length : 0
  const found = derived.ok ? `read; written as ${derived.knownAs}` : `refused: ${derived.report.sentence}`
  const limits = derived.ok ? derived.limits.join(', ') : ''
  return `| ${basename(file)} | ${name} | ${found.replaceAll('|', '\\|')} | ${own.length === 0 ? '–' : `${read} of ${own.length}`} | ${limits} |`
}

/** Reads every response template below a folder, and prints a table of their names and what came of them. */
export function judgeResponseTemplates(folder: string): void {
  const { templates, answers } = findAll(folder)
  if (templates.length === 0) return
  process.stdout.write(
    '\n| File | Response template | Result | Answers of its tests, at every cut | Limits |\n|---|---|---|---|---|\n',
  )
  for (const found of templates) process.stdout.write(`${lineOf(found, dialectFromResponseTemplate(found.template), answers)}\n`)
}
