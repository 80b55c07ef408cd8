/** One event of a chat stream. */
export const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`

export const DONE = `${chunk({}, 'stop')}data: [DONE]\n\n`
