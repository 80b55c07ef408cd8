import type { JsonObject } from '../../canonical/json.ts'
import { defuse } from '../../defuse.ts'
import type { Dialect } from '../../dialect.ts'
import type { GgufHeader } from '../gguf/gguf-header.ts'
import { Refused } from '../refused.ts'
import { type PromptInput, type PromptTemplateOptions, promptTemplate } from './prompt-template.ts'

/** What most models of which nothing else is known were shown. */
const CHATML = `{%- for message in messages -%}
<|im_start|>{{ message.role }}
{{ message.content }}<|im_end|>
{% endfor -%}
{%- if add_generation_prompt -%}<|im_start|>assistant
{% endif -%}`

/** What is known of a model whose prompts are written here. */
export interface PromptedModel {
  readonly header: Pick<GgufHeader, 'template' | 'templates' | 'eos'>
  /** The text that every prompt begins with where `wantsBos` says so. */
  readonly bos: string
  readonly wantsBos: boolean
  /** The texts of its control tokens: nobody but a template writes them. */
  readonly marks: readonly string[]
  readonly clock?: PromptTemplateOptions['clock']
}

export interface PromptParts {
  readonly tools?: readonly JsonObject[]
  /** The dialect that wrote the messages: its marks are meant. Absent: no mark is. */
  readonly dialect?: Dialect | undefined
}

/** Takes messages of a role and a text. Throws `Refused` where the template will not have them. */
export type WritePrompt = (messages: readonly TextMessage[], more: PromptParts) => string

export type TextMessage = JsonObject & { readonly role: string; readonly content: string }

/** Writes prompts as the model's own template does. What people typed cannot end a turn or begin one. */
export async function createPromptWriter({ header, bos, wantsBos, marks, clock }: PromptedModel): Promise<WritePrompt> {
  const { template = CHATML, templates, eos } = header
  const options = { tokens: { bos, ...(eos !== undefined && { eos }) }, ...(clock && { clock }) }
  const usual = await promptTemplate(template, options)
  const named = templates['tool_use']
  const forTools = named === undefined ? usual : await promptTemplate(named, options).catch(() => usual)
  const guards = new Map<string, (text: string) => string>()
  return (messages, { tools = [], dialect }) => {
    const guarded = guards.get(dialect?.id ?? '') ?? guardAgainst(marks, dialect)
    guards.set(dialect?.id ?? '', guarded)
    const said = messages.map((message) => ({ ...message, content: guarded(message.content) }))
    const text = rendered(tools.length > 0 ? forTools : usual, { messages: said, tools })
    return wantsBos && !text.startsWith(bos) ? bos + text : text
  }
}

/** A control token in somebody's text would be the token itself. Those that the dialect writes were made harmless before it wrote. */
function guardAgainst(marks: readonly string[], dialect: Dialect | undefined): (text: string) => string {
  const own = dialect ? writtenBy(dialect) : ''
  const foreign = marks.filter((mark) => !own.includes(mark))
  return (text) => defuse(text, foreign)
}

function writtenBy(dialect: Dialect): string {
  const call = { id: 'call_1', name: 'name', input: {} }
  const result = { type: 'tool-result', callId: 'call_1', name: 'name', outcome: 'ok', content: [] } as const
  const { markup, resultMarkup = [] } = dialect
  return [...markup, ...resultMarkup, dialect.formatCalls([call]), dialect.formatResults([result], [call])].join('\n')
}

/** Some templates want turns to take turns, and some know no system: then the same is said in a way that they take. */
function rendered(render: (input: PromptInput) => string, input: PromptInput): string {
  let refusedWith: unknown
  for (const form of [(same: Messages) => same, merged, (all: Messages) => merged(withoutSystem(all))]) {
    try {
      return render({ ...input, messages: form(input.messages) })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      refusedWith ??= error
    }
  }
  throw refusedWith
}

type Messages = readonly JsonObject[]

function merged(messages: Messages): Messages {
  const turns: JsonObject[] = []
  for (const message of messages) {
    const last = turns.at(-1)
    if (last && last['role'] === message['role'])
      turns[turns.length - 1] = { ...last, content: `${String(last['content'])}\n\n${String(message['content'])}` }
    else turns.push(message)
  }
  return turns
}

const withoutSystem = (messages: Messages): Messages =>
  messages.map((message) => (message['role'] === 'system' ? { ...message, role: 'user' } : message))
