export interface Asking {
  /** When so many more answers have come, or one was lost. */
  answered(count: number): Promise<void>
  /** Lets everybody finish. */
  end(): Promise<{ readonly whole: number; readonly broken: readonly string[] }>
}

/** Clients that ask without a pause and expect every answer to stream to its end. */
export function keepAsking(url: string, token: string, clients: number): Asking {
  const leaving = new AbortController()
  const broken: string[] = []
  const whole: string[] = []
  const ask = async (): Promise<void> => {
    const body = JSON.stringify({ model: 'demo-scripted', stream: true, messages: [{ role: 'user', content: 'hello' }] })
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const response = await fetch(`${url}v1/chat/completions`, { method: 'POST', headers, body })
    const text = await response.text()
    const isWhole = response.status === 200 && text.includes('"finish_reason":"stop"') && text.includes('data: [DONE]')
    ;(isWhole ? whole : broken).push(`${response.status} ${text.slice(-200)}`)
  }
  const goOn = async (): Promise<void> => {
    await ask().catch((error: unknown) => broken.push(String(error)))
    if (!leaving.signal.aborted && broken.length === 0) await goOn()
  }
  const all = Array.from({ length: clients }, goOn)
  const reached = async (goal: number): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    if (whole.length < goal && broken.length === 0) await reached(goal)
  }
  return {
    answered: (count) => reached(whole.length + count),
    async end() {
      leaving.abort()
      await Promise.all(all)
      return { whole: whole.length, broken }
    },
  }
}
