import { type Dialect, defuse, isJsonObject, type JsonObject, type JsonValue, ownValue } from '@parley/dialects'
import { type PromptInput, promptTemplate, Refused } from '@parley/dialects/model-files'
import { refusal } from '../http-fault.ts'
import type { Loaded } from './engine/messages.ts'
import type { ModelFile } from './files/read-model-file.ts'
import { say } from './words.ts'

/** What most models of which nothing else is known were shown. */
const CHATML = `{%- for message in messages -%}
<|im_start|>{{ message.role }}
{{ message.content }}<|im_end|>
{% endfor -%}
{%- if add_generation_prompt -%}<|im_start|>assistant
{% endif -%}`

export type WritePrompt = (messages: readonly JsonObject[], more: PromptParts) => string

interface PromptParts {
  readonly tools?: readonly JsonObject[]
  /** The dialect that wrote the messages: its marks are meant. Absent: no mark is. */
  readonly dialect?: Dialect | undefined
}

/** Writes prompts as the file's own template does. What people typed cannot end a turn or begin one. */
export async function createPromptWriter(model: string, { header }: ModelFile, loaded: Loaded): Promise<WritePrompt> {
  const { template = CHATML, templates, eos } = header
  const tokens = { bos: loaded.bos, ...(eos !== undefined && { eos }) }
  const open = async (jinja: string) => await promptTemplate(jinja, { tokens, clock: today })
  const usual = await open(template).catch((error: unknown) => refused(error, model))
  const forTools = templates['tool_use'] === undefined ? usual : await open(templates['tool_use']).catch(() => usual)
  const guards = new Map<string, (text: string) => string>()
  return (messages, { tools = [], dialect }) => {
    const guarded = guards.get(dialect?.id ?? '') ?? guardAgainst(loaded.marks, dialect)
    guards.set(dialect?.id ?? '', guarded)
    const said = messages.map((message) => ({ ...message, content: guarded(textIn(ownValue(message, 'content'), model)) }))
    const text = rendered(tools.length > 0 ? forTools : usual, { messages: said, tools }, model)
    return loaded.wantsBos && !text.startsWith(loaded.bos) ? loaded.bos + text : text
  }
}

function textIn(content: JsonValue | undefined, model: string): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  const texts = content.map((part) => (isJsonObject(part) && part['type'] === 'text' ? ownValue(part, 'text') : undefined))
  if (texts.some((text) => typeof text !== 'string')) throw refusal('request/invalid', say('gguf.text-only', { model }))
  return texts.join('\n')
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

type Render = (input: PromptInput) => string

/** Some templates want turns to take turns, and some know no system: then the same is said in a way that they take. */
function rendered(render: Render, input: PromptInput, model: string): string {
  let refusedWith: unknown
  for (const form of [(same: Messages) => same, merged, (all: Messages) => merged(withoutSystem(all))]) {
    try {
      return render({ ...input, messages: form(input.messages) })
    } catch (error) {
      refusedWith ??= error
    }
  }
  return refused(refusedWith, model)
}

function refused(error: unknown, model: string): never {
  if (!(error instanceof Refused)) throw error
  throw refusal('request/invalid', say('gguf.template', { model, why: error.message }))
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

const TWO = (number: number): string => String(number).padStart(2, '0')

/** What a template may ask of the day. */
function today(sign: string): string | undefined {
  const now = new Date()
  const named = (options: Intl.DateTimeFormatOptions): string => now.toLocaleDateString('en-US', options)
  const signs: Readonly<Record<string, string>> = {
    Y: String(now.getFullYear()),
    m: TWO(now.getMonth() + 1),
    d: TWO(now.getDate()),
    b: named({ month: 'short' }),
    B: named({ month: 'long' }),
    a: named({ weekday: 'short' }),
    A: named({ weekday: 'long' }),
    H: TWO(now.getHours()),
    M: TWO(now.getMinutes()),
    S: TWO(now.getSeconds()),
  }
  return signs[sign]
}
