import type { JsonObject } from '../../canonical/json.ts'
import { Allowance, type Budget, TemplateError } from '../budget.ts'
import { Refused } from '../refused.ts'

/** A conversation as a chat template takes it: `messages`, and `tools` where there are any. */
export interface PromptInput {
  readonly messages: readonly JsonObject[]
  readonly tools?: readonly JsonObject[]
}

export interface PromptTemplateOptions {
  /** What the tokenizer calls the beginning and the end of a text. */
  readonly tokens?: { readonly bos?: string; readonly eos?: string }
  /** What `strftime` would write for a sign such as `Y` or `B`: there is no clock here. Absent: every day is the same one. */
  readonly clock?: (sign: string) => string | undefined
}

/** A conversation may be long, and is rendered once; the template is still somebody else's. */
const BUDGET: Budget = {
  steps: 2_000_000,
  allSteps: Number.POSITIVE_INFINITY,
  source: 262_144,
  output: 16_000_000,
  depth: 200,
  items: 100_000,
}

/** Writes prompts as a model's own template does. Throws `Refused` where the template cannot be read, or will not have the conversation. */
export async function promptTemplate(
  jinja: string,
  { tokens = {}, clock }: PromptTemplateOptions = {},
): Promise<(input: PromptInput) => string> {
  const { chatTemplate } = await import('../jinja/chat-template.ts')
  const render = refusing(() => chatTemplate(jinja, new Allowance(BUDGET), clock))
  const { bos = '', eos = '' } = tokens
  return ({ messages, tools }) =>
    refusing(() =>
      render({
        messages,
        ...(tools && tools.length > 0 && { tools }),
        add_generation_prompt: true,
        bos_token: bos,
        eos_token: eos,
      }),
    )
}

function refusing<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    throw new Refused(error.message)
  }
}
