interface Asked {
  readonly id: number
  readonly question: unknown
}

/** The worker's side of `createAskedWorker`. */
export function answerQuestions(answer: (question: unknown) => Promise<unknown>): void {
  addEventListener('message', ({ data: { id, question } }: MessageEvent<Asked>) => {
    // What cannot be answered is a fault of ours: it is told, and the page lives.
    answer(question).then(
      (found) => postMessage({ id, answer: found }),
      (error: unknown) => postMessage({ id, error: error instanceof Error ? error.message : 'unknown' }),
    )
  })
  postMessage('ready')
}
