import type { Command } from './command.ts'
import { COMMANDS } from './commands.ts'

/** Two columns, the first as wide as its longest line. */
function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}   ${right}\n`).join('')
}

export function overview(): string {
  const [first, second] = [
    ['parley', 'starts it: a studio to chat, approve and keep files in, and a gateway for other programs'],
    ['parley connect codex', 'shows what Codex needs to work with it, or writes it'],
  ] as const
  return `Parley lets any language model call tools, in whatever dialect it speaks, with you holding the trigger.

${columns([first, second])}
Commands
${columns(COMMANDS.map(({ name, summary }) => [name, summary]))}
"parley <command> --help" says more of one, "parley --version" which version this is.

No key is needed: a scripted demo answers until there is a model. Ollama, LM Studio, llama.cpp and others on this computer are
found by themselves; any other is named: PARLEY_URL=http://10.0.0.5:8000/v1 parley, or OPENAI_API_KEY=… parley
`
}

export function helpOf({ usage, options, note }: Command): string {
  const rows = Object.entries(options).map(
    ([name, { value, means }]) => [`--${name}${value === undefined ? '' : ` ${value}`}`, means] as const,
  )
  return `${columns(usage)}${rows.length === 0 ? '' : `\n${columns(rows)}`}${note === undefined ? '' : `\n${note}\n`}`
}
