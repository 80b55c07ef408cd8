import { FaultError } from '@parley/dialects'
import { createPromptWriter, daySigns, Refused } from '@parley/dialects/model-files'
import { say } from '../words/page-model.ts'
import type { EngineTimings, PageEngine } from './page-engine.ts'
import type { ReadWeights } from './read-weights.ts'
import type { Voice } from './speak.ts'

/** The model's own template writes the prompt, and the engine goes on with it. */
export async function weightsVoice(model: string, { header, marks }: ReadWeights, engine: PageEngine): Promise<Voice> {
  const { bos = '' } = header
  const write = await createPromptWriter({
    header,
    bos,
    wantsBos: false,
    marks: marks.map(({ text }) => text),
    clock: now,
  }).catch((error) => refused(error, model))
  return async function* ({ messages, dialect, grammar, settings }, witness, signal) {
    const rendered = written(() => write(messages, { dialect }), model)
    const prompt = engine.info.addsBos && bos !== '' && rendered.startsWith(bos) ? rendered.slice(bos.length) : rendered
    const { temperature, topP, maxTokens, stop } = settings
    const options = {
      marks,
      ...(grammar !== undefined && { grammar }),
      ...(maxTokens !== undefined && { maxTokens }),
      ...(temperature !== undefined && { temperature }),
      ...(topP !== undefined && { topP }),
      ...(stop && { stop }),
    }
    witness.asked({ prompt, grammar, temperature, max_tokens: maxTokens, stop })
    let [text, timings]: [string, EngineTimings | undefined] = ['', undefined]
    try {
      for await (const step of engine.complete(prompt, options, signal)) {
        if (step.type === 'piece') text += step.text
        else timings = step.timings
        yield step
      }
    } finally {
      witness.ended(text, timings)
    }
  }
}

const now = (sign: string): string | undefined => daySigns(new Date())(sign)

function written(write: () => string, model: string): string {
  try {
    return write()
  } catch (error) {
    return refused(error, model)
  }
}

function refused(error: unknown, model: string): never {
  if (!(error instanceof Refused)) throw error
  const sentence = say('page-model.template', { model, why: error.message })
  throw new FaultError({ code: 'request/invalid', ...sentence, retryable: false })
}
