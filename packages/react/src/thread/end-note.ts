import type { AnswerMessage } from '@parley/browser'
import type { Words } from '../language/words.tsx'

/** Why an answer ends where it does, when its own words do not show it. */
export function endNote(
  { reason, progress, parts }: Pick<AnswerMessage, 'reason' | 'progress' | 'parts'>,
  { thread }: Words,
): string | undefined {
  if (reason === 'length') return thread.cutShort
  if (reason === 'filtered') return thread.filtered
  const says = parts.some((part) => part.type === 'call' || (part.type === 'text' && part.text.trim() !== ''))
  return progress === 'whole' && !says ? thread.saidNothing : undefined
}
