/** Whether a browser failed because its quota or its disk is full. A full disk has no name of its own; only the words tell. */
export function isOutOfRoom(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.name === 'QuotaExceededError') return true
  return error.name === 'UnknownError' && /\b(space|quota|disk|full)\b/i.test(error.message)
}
