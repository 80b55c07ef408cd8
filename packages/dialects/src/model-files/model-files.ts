import { isJsonObject, type JsonObject, type JsonValue } from '../canonical/json.ts'
import type { Dialect } from '../dialect.ts'
import type { Derived } from './derived.ts'
import { type GgufHeader, readGgufHeader } from './gguf/gguf-header.ts'
import type { RangedBytes } from './gguf/ranged-bytes.ts'
import { dialectFromOllama } from './ollama/ollama-template.ts'
import { Refused } from './refused.ts'
import type { ReportStep } from './report.ts'
import { dialectFromResponseTemplate } from './response-template/response-template.ts'

/** What is at hand of a model's files; any of them may be missing. */
export interface ModelFiles {
  /** The text of `chat_template.jinja`. */
  readonly chatTemplate?: string
  /** What llama.cpp answers at `GET /props`. */
  readonly props?: unknown
  /** `tokenizer_config.json`, or what vLLM answers at `GET /tokenizer_info`. */
  readonly tokenizerConfig?: unknown
  /** A GGUF file: a `Blob`, or whatever else pieces can be had of. */
  readonly gguf?: RangedBytes
  /** What Ollama answers at `POST /api/show`. */
  readonly show?: unknown
  /** The dialects that may be recognised. Absent: all that are built in. */
  readonly known?: readonly Dialect[]
}

/** The dialect that a model's own files tell of: how answers are read by its response template, everything else by its chat template. */
export async function modelFiles(files: ModelFiles): Promise<Derived> {
  const steps: ReportStep[] = []
  const { known = (await import('../registry.generated.ts')).dialects } = files
  const config = objectIn(files.tokenizerConfig)
  const gguf = files.gguf && (await headerOf(files.gguf, steps))
  const found = findTemplate(files, gguf)
  const tokens = tokensOf(config, objectIn(files.props), gguf)
  if (found) steps.push({ step: 'files', outcome: 'passed', sentence: `The chat template is ${found.from}.` })
  if (config['response_schema'] !== undefined)
    steps.push({
      step: 'files',
      outcome: 'skipped',
      sentence: '`response_schema` is the older form of `response_template`, and is not read.',
    })
  const written = found && (await dialectFromOllama(found.template, { tokens, known }))
  const response = config['response_template']
  if (response !== undefined && response !== null) {
    const ends = tokens.eos === undefined ? [] : [tokens.eos]
    const read = dialectFromResponseTemplate(response, { ...(written?.ok && { written }), ends, known })
    if (read.ok || !written) return withSteps(read, steps)
    steps.push(...read.report.steps.filter(({ step }) => step === 'response-template'))
  }
  if (written) return withSteps(written, steps)
  const sentence = 'None of the files holds a chat template or a response template.'
  return { ok: false, report: { sentence, steps: [...steps, { step: 'files', outcome: 'failed', sentence }], cases: [] } }
}

const objectIn = (value: unknown): JsonObject => (isJsonObject(value) ? value : {})
const textIn = (value: JsonValue | undefined): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined

function withSteps(derived: Derived, steps: readonly ReportStep[]): Derived {
  return { ...derived, report: { ...derived.report, steps: [...steps, ...derived.report.steps] } }
}

async function headerOf(bytes: RangedBytes, steps: ReportStep[]): Promise<GgufHeader | undefined> {
  try {
    return await readGgufHeader(bytes)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    steps.push({ step: 'files', outcome: 'failed', sentence: `The GGUF file was refused. ${error.message}` })
    return undefined
  }
}

interface FoundTemplate {
  readonly template: string
  readonly from: string
}

/** The template for tools before the usual one; what a server runs with before what lies in files. */
function findTemplate(
  { chatTemplate, props, tokenizerConfig, show }: ModelFiles,
  gguf: GgufHeader | undefined,
): FoundTemplate | undefined {
  const { chat_template_tool_use: forTools, chat_template: usual } = objectIn(props)
  const named = namedTemplates(objectIn(tokenizerConfig)['chat_template'])
  const candidates: readonly (readonly [string | undefined, string])[] = [
    [textIn(chatTemplate), 'the one that was given'],
    [textIn(forTools), '`chat_template_tool_use` of /props'],
    [textIn(usual), '`chat_template` of /props'],
    [named.get('tool_use'), '`tool_use` in `chat_template` of tokenizer_config.json'],
    [named.get('default'), '`chat_template` of tokenizer_config.json'],
    [textIn(gguf?.templates['tool_use']), '`tokenizer.chat_template.tool_use` of the GGUF file'],
    [textIn(gguf?.template), '`tokenizer.chat_template` of the GGUF file'],
    [textIn(objectIn(show)['template']), '`template` of /api/show'],
  ]
  for (const [template, from] of candidates) if (template !== undefined) return { template, from }
  return undefined
}

/** A string, or a list of `{name, template}`. */
function namedTemplates(value: JsonValue | undefined): ReadonlyMap<string, string> {
  if (!Array.isArray(value))
    return new Map([['default', textIn(value)] as const].flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])))
  return new Map(
    value.flatMap((item): (readonly [string, string])[] => {
      const { name, template } = objectIn(item)
      return typeof name === 'string' && typeof template === 'string' ? [[name, template]] : []
    }),
  )
}

function tokensOf(
  config: JsonObject,
  props: JsonObject,
  gguf: GgufHeader | undefined,
): { readonly bos?: string; readonly eos?: string } {
  const token = (key: 'bos' | 'eos'): string | undefined => {
    const given = config[`${key}_token`]
    return textIn(isJsonObject(given) ? given['content'] : given) ?? textIn(props[`${key}_token`]) ?? gguf?.[key]
  }
  const [bos, eos] = [token('bos'), token('eos')]
  return { ...(bos !== undefined && { bos }), ...(eos !== undefined && { eos }) }
}
