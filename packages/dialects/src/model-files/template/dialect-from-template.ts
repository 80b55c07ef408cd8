import type { Dialect } from '../../dialect.ts'
import { Allowance, type Budget, TemplateError, USUAL_BUDGET } from '../budget.ts'
import type { Derived } from '../derived.ts'
import { dialectFromRender, refusedAtOnce } from './dialect-from-render.ts'

export interface TemplateOptions {
  /** What the tokenizer calls the beginning and the end of a text. */
  readonly tokens?: { readonly bos?: string; readonly eos?: string }
  /** The dialects that may be recognised. Absent: all that are built in. */
  readonly known?: readonly Dialect[]
  /** What it may cost. Absent: far more than any real template needs, and less than two seconds. */
  readonly budget?: Partial<Budget>
}

/**
 * The dialect that a chat template speaks: one that is known, where it reads and writes what the template writes; one
 * that is made from what the template shows, where that passes the self-test; or none, with the reason in the report.
 */
export async function dialectFromTemplate(jinja: string, options: TemplateOptions = {}): Promise<Derived> {
  const { chatTemplate } = await import('../jinja/chat-template.ts')
  const known = options.known ?? (await import('../../registry.generated.ts')).dialects
  const allowance = new Allowance({ ...USUAL_BUDGET, ...options.budget })
  const { bos = '', eos = '' } = options.tokens ?? {}
  try {
    const render = chatTemplate(jinja, allowance)
    return dialectFromRender({ render, source: jinja, tokens: { bos_token: bos, eos_token: eos }, known, allowance })
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    return refusedAtOnce(error.message)
  }
}
