import type { TextPart, ToolResult, Wording } from '@parley/dialects'
import type { GateReason } from '../ledger/call-record.ts'
import { say } from '../words/threads.ts'

/** Decides whether a person looks at a result before the model does. An empty list lets it pass. */
export type ResultGate = (result: ToolResult) => readonly GateReason[]

export interface GateOptions {
  /** Characters a result may have without a question. Absent: 50,000. */
  readonly maxCharacters?: number
  /** What must not leave the page unseen, beside the built-in signs of secrets. */
  readonly sensitive?: readonly SecretSign[]
}

export interface SecretSign {
  readonly what: string
  /** The same for other languages. */
  readonly words?: Wording
  /** Must have the `g` flag, and must be linear: it is run over text of any length. */
  readonly pattern: RegExp
}

function secret(id: Parameters<typeof say>[0] & `secret.${string}`) {
  const { message: what, words } = say(id)
  return { what, words }
}

/** Prefixes and shapes that keys are given so that they can be found. */
export const SECRET_SIGNS: readonly SecretSign[] = [
  { ...secret('secret.private-key'), pattern: /-----BEGIN [A-Z ]{0,24}PRIVATE KEY-----/g },
  { ...secret('secret.api-key'), pattern: /\b(?:sk|pk|rk)-[A-Za-z0-9_-]{20,200}/g },
  { ...secret('secret.access-token'), pattern: /\b(?:ghp|gho|ghs|ghu|github_pat|glpat|xox[abprs])[-_][A-Za-z0-9_-]{16,200}/g },
  { ...secret('secret.cloud-key'), pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  { ...secret('secret.cloud-key'), pattern: /\bAIza[A-Za-z0-9_-]{35}/g },
  { ...secret('secret.signed-token'), pattern: /\beyJ[A-Za-z0-9_-]{10,2000}\.[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,2000}/g },
  { ...secret('secret.bearer-token'), pattern: /\b[Bb]earer [A-Za-z0-9._~+/-]{16,2000}/g },
]

export function resultGate({ maxCharacters = 50_000, sensitive = [] }: GateOptions = {}): ResultGate {
  const signs = [...SECRET_SIGNS, ...sensitive]
  return (result) => {
    const text = readableText(result)
    const large: readonly GateReason[] =
      text.length > maxCharacters ? [{ kind: 'large', characters: text.length, limit: maxCharacters }] : []
    return [...large, ...secretsIn(text, signs)]
  }
}

/** Everything the model would read, be it words or data. */
function readableText(result: ToolResult): string {
  const words = result.content.map((part) => (part.type === 'text' ? part.text : part.data))
  return [...words, ...(result.data === undefined ? [] : [JSON.stringify(result.data)])].reduce(
    (longest, text) => (text.length > longest.length ? text : longest),
    '',
  )
}

function secretsIn(text: string, signs: readonly SecretSign[]): readonly GateReason[] {
  const reasons = new Map<string, Extract<GateReason, { kind: 'sensitive' }>>()
  for (const { what, words, pattern } of signs) {
    const count = (reasons.get(what)?.count ?? 0) + (text.match(pattern)?.length ?? 0)
    if (count > 0) reasons.set(what, { kind: 'sensitive', what, count, ...(words && { words }) })
  }
  return [...reasons.values()]
}

/** The text with every secret replaced by what it was. */
export function redact(text: string, signs: readonly SecretSign[] = SECRET_SIGNS): string {
  return signs.reduce((clean, { what, pattern }) => clean.replace(pattern, `[${what} removed]`), text)
}

/** The beginning and the end, with a sentence between them that says what is missing. */
export function trimMiddle(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text
  const half = Math.floor(maxCharacters / 2)
  const [head, tail] = [text.slice(0, half).toWellFormed(), text.slice(-half).toWellFormed()]
  return `${head}\n[${text.length - 2 * half} characters left out here; ask for a smaller part to see them]\n${tail}`
}

/** A result the model reads as text only, whatever it was before. */
export function withText(result: ToolResult, text: string): ToolResult {
  const { data: _data, ...rest } = result
  const content: readonly TextPart[] = [{ type: 'text', text }]
  return { ...rest, content }
}
