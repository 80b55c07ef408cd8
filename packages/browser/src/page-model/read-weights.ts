import { auto, type Dialect, dialectFor, FaultError, isReasoningModel, type JsonValue, type Sentence } from '@parley/dialects'
import { type GgufHeader, type GgufMark, modelFiles, Refused, readGgufHeader, readGgufMarks } from '@parley/dialects/model-files'
import { say } from '../words/page-model.ts'
import type { PageModel } from './page-model.ts'
import type { Weights } from './weights.ts'

/** What a file of weights tells of itself. */
export interface ReadWeights {
  readonly header: GgufHeader
  /** Its control tokens. */
  readonly marks: readonly GgufMark[]
  readonly speech: PageSpeech
}

export interface PageSpeech {
  readonly dialect: Dialect
  readonly reason: Sentence
  readonly own?: PageModel['own']
  readonly reasoning: boolean
  readonly startsInReasoning: boolean | 'maybe'
}

/** Throws a fault where it is no such file. */
export async function readWeights(file: Weights): Promise<ReadWeights> {
  try {
    const [header, marks] = [await readGgufHeader(file), await readGgufMarks(file)]
    return { header, marks, speech: await speechOf(file, header) }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const sentence = say('page-model.wrong-file', { file: file.name, why: error.message })
    throw new FaultError({ code: 'request/invalid', ...sentence, retryable: false })
  }
}

/** Its template tells; else its name does; else it is taught what any model can be taught. */
async function speechOf(file: Weights, header: GgufHeader): Promise<PageSpeech> {
  const derived = await modelFiles({ gguf: file })
  if (derived.ok) {
    const { dialect, knownAs, shape, startsInReasoning } = derived
    return {
      dialect,
      reason: say('page-model.speech-files'),
      // as: a shape is data, and passes through JSON unchanged.
      ...(knownAs === undefined && { own: { id: dialect.id, ...(shape && { shape: shape as unknown as JsonValue }) } }),
      reasoning: startsInReasoning,
      startsInReasoning,
    }
  }
  const { dialect, reason: message, words } = dialectFor(header.name ?? file.name)
  const reasoning = isReasoningModel(header.name ?? file.name)
  return {
    ...(dialect ? { dialect, reason: { message, words } } : { dialect: auto, reason: say('page-model.speech-usual') }),
    reasoning,
    startsInReasoning: reasoning ? 'maybe' : false,
  }
}
