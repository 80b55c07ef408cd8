import { Agent, request } from 'node:http'

export interface Target {
  readonly port: number
  readonly path: string
  readonly body: object
  readonly headers?: Record<string, string>
}

let agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

/** One whole answer; rejects unless it came to its proper end. */
export function answer({ port, path, body, headers }: Target): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, path, method: 'POST', agent, headers: { 'content-type': 'application/json', ...headers } },
      (incoming) => {
        let last = ''
        incoming.on('data', (data: Buffer) => (last = (last + data.toString('latin1')).slice(-400)))
        incoming.on('end', () =>
          incoming.statusCode === 200 && /\[DONE\]|message-end/.test(last)
            ? resolve()
            : reject(new Error(`${incoming.statusCode} ${last}`)),
        )
        incoming.on('error', reject)
      },
    )
    asked.on('error', reject)
    asked.end(JSON.stringify(body))
  })
}

/** Forgets all connections. */
function hangUp(): void {
  agent.destroy()
  agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
}

/** So many answers, a hundred at a time, over new connections: a server closes idle ones, and a stale one would count as its failure. */
export async function load(target: Target, total: number, streams = 100): Promise<void> {
  if (streams > 1) hangUp()
  let left = total
  const worker = async () => {
    while (left-- > 0) await answer(target)
  }
  await Promise.all(Array.from({ length: streams }, worker))
}
