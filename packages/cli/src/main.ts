import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { faultOf } from '@parley/dialects'
import { Advice, type Surroundings } from './command.ts'
import { COMMANDS, type Listed } from './commands.ts'
import { helpOf, overview } from './help.ts'
import { nearest } from './nearest.ts'
import { readArguments } from './read-arguments.ts'

const OWN_TERMINAL: Surroundings['terminal'] = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  watched: process.stderr.isTTY,
}

async function askHere(question: string): Promise<string> {
  const reader = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return await reader.question(question)
  } finally {
    reader.close()
  }
}

/** Runs what was typed behind `parley` to its end, and says with which code the process should end. */
export async function runCommand(
  args: readonly string[],
  given: Pick<Surroundings, 'page'> & Partial<Surroundings>,
): Promise<number> {
  const surroundings = { terminal: OWN_TERMINAL, env: process.env, ...(process.stdin.isTTY && { ask: askHere }), ...given }
  try {
    return await dispatch(args, surroundings)
  } catch (error) {
    surroundings.terminal.err(`${sentenceOf(error)}\n`)
    return 1
  }
}

async function dispatch(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const [first = '', ...rest] = args
  const { out } = surroundings.terminal
  if (first === '--version' || first === '-v') return said(out, `${version()}\n`)
  if (['--help', '-h', 'help'].includes(first)) {
    const [about] = rest
    return said(out, about === undefined ? overview() : helpOf((await find(about).load()).command))
  }
  const isName = first !== '' && !first.startsWith('-')
  const { name, load } = isName ? find(first) : COMMANDS[0]
  const typed = isName ? rest : args
  const { command } = await load()
  if (typed.includes('--help') || typed.includes('-h')) return said(out, helpOf(command))
  return await command.run(readArguments(name, command, typed), surroundings)
}

function said(out: (text: string) => void, text: string): number {
  out(text)
  return 0
}

function find(name: string): Listed {
  const found = COMMANDS.find((listed) => listed.name === name)
  if (found) return found
  const names = COMMANDS.map((listed) => listed.name)
  const meant = nearest(name, names)
  throw new Advice(
    meant === undefined
      ? `There is no command "${name}". There are ${names.join(', ')}; "parley --help" says what they do.`
      : `There is no command "${name}". Did you mean "parley ${meant}"?`,
  )
}

function version(): string {
  // Our own manifest, one folder above the sources as above what is built of them.
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { readonly version: string }
  return manifest.version
}

/** What was thrown as a sentence is one; anything else is our own mistake and keeps its stack. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const isSentence = error instanceof Advice || error.constructor === Error || faultOf(error) !== undefined
  return isSentence ? error.message : (error.stack ?? error.message)
}
