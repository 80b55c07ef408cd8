import { digest } from '../../canonical/digest.ts'
import { Allowance, TemplateError, USUAL_BUDGET } from '../budget.ts'
import type { Derived } from '../derived.ts'
import { dialectFromRender, refusedAtOnce } from '../template/dialect-from-render.ts'
import { dialectFromTemplate, type TemplateOptions } from '../template/dialect-from-template.ts'
import { ollamaRender } from './ollama-render.ts'

/** A template as it is looked up: line ends and outer white space say nothing. */
const digestOf = (template: string): string => digest(template.replaceAll('\r\n', '\n').trim())

/** Whether a template is Jinja: Go templates have no statements in `{% %}`. */
const isJinja = (template: string): boolean => template.includes('{%')

/** The dialect that the template of an Ollama model speaks: by the digest of the template, else by what it writes. */
export async function dialectFromOllama(template: string, options: TemplateOptions = {}): Promise<Derived> {
  if (isJinja(template)) return await dialectFromTemplate(template, options)
  const known = options.known ?? (await import('../../registry.generated.ts')).dialects
  const hash = digestOf(template)
  const dialect = known.find(({ templates }) => templates?.includes(hash))
  if (dialect) {
    const sentence = `The template stands in Ollama's library, and its model speaks \`${dialect.id}\`.`
    const step = { step: 'recognise', outcome: 'spoke', sentence } as const
    const report = { sentence, steps: [step], cases: [] }
    return { ok: true, dialect, by: 'recognised', knownAs: dialect.id, limits: [], startsInReasoning: false, report }
  }
  const allowance = new Allowance({ ...USUAL_BUDGET, ...options.budget })
  const { bos = '', eos = '' } = options.tokens ?? {}
  try {
    if (template.length > allowance.budget.source) throw new TemplateError('It is too long.')
    const render = ollamaRender(template, allowance)
    return dialectFromRender({ render, source: template, tokens: { bos_token: bos, eos_token: eos }, known, allowance })
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    return refusedAtOnce(error.message)
  }
}
