import type { Sentence } from '@parley/dialects'
import type { Preview } from '../tools/tool.ts'
import type { CallRecord } from './call-record.ts'

interface Told {
  readonly record: Pick<CallRecord, 'sentence'>
  readonly preview?: Preview | undefined
}

/** The tool's sentence about a call, as fresh as there is one. */
export function toldSentence({ record, preview }: Told): string | Sentence | undefined {
  return preview?.sentence ?? record.sentence
}
