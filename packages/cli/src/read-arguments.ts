import { parseArgs } from 'node:util'
import { Advice, type Command, type Given } from './command.ts'
import { nearest } from './nearest.ts'

/** What was typed behind the name of a command, or advice that says what to type instead. */
export function readArguments(name: string, { options, words: most }: Command, args: readonly string[]): Given {
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true })
  const values: Record<string, string | true> = {}
  const words: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value)
    if (token.kind !== 'option') continue
    const option = options[token.name]
    if (!option) throw unknownOption(name, token.rawName, Object.keys(options))
    if (option.type === 'string' && (token.value === undefined || token.value === ''))
      throw new Advice(`${token.rawName} takes ${option.value ?? 'a value'}: ${option.means}.`)
    if (option.type === 'boolean' && token.value !== undefined) throw new Advice(`${token.rawName} takes no value.`)
    values[token.name] = token.value ?? true
  }
  if (words.length > most) throw new Advice(`"${words[most]}" is one word too many. "parley ${name} --help" says what it takes.`)
  return { values, words }
}

function unknownOption(name: string, typed: string, known: readonly string[]): Advice {
  const meant = nearest(typed.replace(/^-+/, ''), known)
  const help = `"parley ${name} --help" lists all`
  return new Advice(
    `"parley ${name}" has no option ${typed}. ${meant === undefined ? `${help}.` : `Did you mean --${meant}? ${help}.`}`,
  )
}
