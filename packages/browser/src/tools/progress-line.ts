/** How far a tool is, in one line. */
export function progressLine(told: {
  readonly progress: number
  readonly total?: number | undefined
  readonly message?: string | undefined
}): { readonly level: 'info'; readonly text: string } {
  const { progress, total, message } = told
  const count = total === undefined ? `${progress}` : `${progress} / ${total}`
  return { level: 'info', text: message === undefined ? count : `${count} · ${message}` }
}
