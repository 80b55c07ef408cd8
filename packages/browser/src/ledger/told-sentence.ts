import type { Language, Preview } from '../tools/tool.ts'
import type { CallRecord } from './call-record.ts'

interface Told {
  readonly record: Pick<CallRecord, 'sentence' | 'sentences'>
  readonly preview?: Preview | undefined
}

/** The tool's sentence about a call in the language of whoever looks now, whatever was spoken when it was made. */
export function toldSentence({ record, preview }: Told, language: Language): string | undefined {
  return preview?.words?.[language].sentence ?? preview?.sentence ?? record.sentences?.[language] ?? record.sentence
}
