import { type ChatRequest, findDialect, isJsonObject, type JsonObject, ownValue, toolGrammar } from '@parley/dialects'
import { getJson } from './get-json.ts'
import { listModels, openaiCompatible } from './openai-compatible.ts'
import type { ModelInfo, Provider, ProviderSettings } from './provider.ts'

/** llama.cpp's server: what its chat template can do decides between native tools and a dialect, and a dialect comes with its grammar. */
export function llamaCpp(options: ProviderSettings): Provider {
  const root = options.url.replace(/\/v1$/, '')
  const url = `${root}/v1`
  const headers = { ...(options.key !== undefined && { authorization: `Bearer ${options.key}` }), ...options.headers }
  const provider = openaiCompatible({ ...options, url, extraBody: constraint })
  return {
    ...provider,
    async models(signal) {
      const [listed, able] = await Promise.all([
        options.models.length > 0 ? options.models : listModels({ ...options, url }, headers, signal),
        options.speech.dialect === undefined ? ability(options, root, { headers, signal }) : {},
      ])
      return listed.map((model) => ({ ...able, ...model }))
    },
  }
}

/** The engine's numbers for a trigger that is a word, and for one that is a regular expression. */
const WORD = 1
const PATTERN = 2

/**
 * The grammar of the dialect that the prompt teaches. It sets in with the first words of a call, so that the model may also
 * just talk; where a call is required, with the first token. The server refuses a grammar together with `tools`; here there are none, because they were taught.
 */
function constraint({ taught }: ChatRequest): JsonObject {
  const dialect = taught && findDialect(taught.dialect)
  const grammar = dialect && toolGrammar(dialect, taught.tools, taught.choice)
  if (!grammar) return {}
  const { gbnf, triggers, patterns } = grammar
  if (triggers.length === 0) return { grammar: gbnf }
  // A trigger that is a single token of the model is refused unless that token is kept.
  return {
    grammar: gbnf,
    grammar_lazy: true,
    grammar_triggers:
      patterns.length > 0
        ? patterns.map((value) => ({ type: PATTERN, value }))
        : triggers.map((value) => ({ type: WORD, value })),
    preserved_tokens: triggers,
  }
}

async function ability(
  options: ProviderSettings,
  root: string,
  init: RequestInit,
): Promise<Pick<ModelInfo, 'native' | 'dialect' | 'reason'>> {
  const props = await getJson(options, `${root}/props`, init).catch(() => undefined)
  const caps = props && ownValue(props, 'chat_template_caps')
  if (!isJsonObject(caps)) return {}
  const native = ownValue(caps, 'supports_tools') === true
  return { native, reason: native ? 'its chat template takes tools' : 'its chat template takes no tools' }
}
