import { connect, type Socket } from 'node:net'

export interface Target {
  readonly port: number
  readonly path: string
  readonly body: object
  readonly headers?: Record<string, string>
}

const END = '0\r\n\r\n'

/** One connection that asks for one answer after the other. It reads no more than it must, so that the proxy has the work. */
class Client {
  readonly #socket: Socket
  readonly #request: string
  #head = ''
  #tail = ''
  #settle: { resolve: () => void; reject: (error: Error) => void } | undefined

  constructor({ port, path, body, headers }: Target) {
    const text = JSON.stringify(body)
    const fields = { host: `127.0.0.1:${port}`, 'content-type': 'application/json', 'content-length': text.length, ...headers }
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
    this.#request = `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.setEncoding('latin1')
    this.#socket.on('data', (piece: string) => this.#take(piece))
    this.#socket.on('error', (error) => this.#settle?.reject(error))
    this.#socket.on('close', () => this.#settle?.reject(new Error(`closed after ${this.#head} … ${this.#tail}`)))
  }

  /** One whole answer; rejects unless it came to its proper end. */
  answer(): Promise<void> {
    this.#head = ''
    this.#tail = ''
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
      this.#socket.write(this.#request)
    })
  }

  end(): void {
    this.#socket.destroy()
  }

  #take(piece: string): void {
    if (this.#head === '') this.#head = piece.slice(0, 100)
    this.#tail = piece.length > 400 ? piece.slice(-400) : (this.#tail + piece).slice(-400)
    if (!this.#tail.endsWith(END)) return
    const settle = this.#settle
    this.#settle = undefined
    if (this.#head.startsWith('HTTP/1.1 200') && this.#tail.includes('[DONE]')) settle?.resolve()
    else settle?.reject(new Error(`${this.#head} … ${this.#tail}`))
  }
}

/** So many answers, a hundred at a time, over new connections. */
export async function load(target: Target, total: number, streams = 100): Promise<void> {
  let left = total
  const worker = async () => {
    const client = new Client(target)
    while (left-- > 0) await client.answer()
    client.end()
  }
  await Promise.all(Array.from({ length: Math.min(streams, total) }, worker))
}
