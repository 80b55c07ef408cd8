import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from '@modelcontextprotocol/client'
import { MAX_JSON_DEPTH } from '@parley/dialects'
import { readingJson, weighing } from '../../http/json/read-json.ts'
import { createPace, type Paced, unhurried } from '../../safety/pace.ts'
import { say } from '../words.ts'
import { MessageLines } from './message-lines.ts'
import { endProgram, type Program, startProgram } from './process-group.ts'

export interface StdioOptions {
  readonly mostBytes: number
  readonly onLog: (text: string) => void
}

/**
 * A program that speaks over its standard streams. Unlike the SDK's it ends all that the program started, reads long
 * messages without keeping others waiting, and takes a line that is no message for a line of the log.
 */
export class StdioTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  /** By this and `pid` the SDK knows that one pipe serves all requests. */
  readonly stderr = null
  /** How the program ended. Absent: it runs, or was ended by us. */
  ending: string | undefined
  readonly #program: Program
  readonly #options: StdioOptions
  #child: ChildProcessWithoutNullStreams | undefined
  #read: Promise<void> = Promise.resolve()

  constructor(program: Program, options: StdioOptions) {
    this.#program = program
    this.#options = options
  }

  get pid(): number | null {
    return this.#child?.pid ?? null
  }

  async start(): Promise<void> {
    const child = startProgram(this.#program)
    this.#child = child
    const lines = new MessageLines(this.#options.mostBytes)
    child.stdout.on('data', (piece: Buffer) => {
      const complete = lines.push(piece)
      if (complete === undefined) return this.#giveUp()
      for (const line of complete) this.#read = this.#read.then(() => this.#take(line))
    })
    child.stderr.setEncoding('utf8').on('data', this.#options.onLog)
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', (error) => this.onerror?.(error))
    child.on('exit', (code, signal) => {
      if (this.#child === child) this.ending ??= signal ?? `exit code ${code}`
    })
    // On Windows a program that is not there begins, as `cmd.exe`, and is missed only when that has looked for it.
    child.on('error', (error) => {
      this.ending ??= error.message
    })
    child.on('close', () => void this.#read.then(() => this.#closed(child)))
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve)
      child.once('error', reject)
    })
    // What it left behind must not outlive it.
    child.on('exit', () => void endProgram(child))
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const { stdin } = this.#child ?? {}
    if (!stdin?.writable) throw new Error('Not connected')
    await new Promise<void>((resolve, reject) => {
      stdin.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()))
    })
  }

  async close(): Promise<void> {
    const child = this.#child
    if (!child) return
    await endProgram(child)
    this.#closed(child)
  }

  #closed(child: ChildProcessWithoutNullStreams): void {
    if (this.#child !== child) return
    this.#child = undefined
    this.onclose?.()
  }

  #giveUp(): void {
    this.ending ??= say('mcp.too-much', { size: Math.floor(this.#options.mostBytes / 2 ** 20) }).message
    this.#child?.stdout.removeAllListeners('data').resume()
    void this.close()
  }

  async #take(line: string): Promise<void> {
    if (!line.startsWith('{')) return this.#options.onLog(`${line}\n`)
    try {
      this.onmessage?.(parseJSONRPCMessage(await unhurried(reading(line), createPace())))
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)))
    }
  }
}

function* reading(line: string): Paced<unknown> {
  const { depth } = yield* weighing(line)
  if (depth > MAX_JSON_DEPTH) throw new SyntaxError(`A message lies deeper than ${MAX_JSON_DEPTH} levels.`)
  return yield* readingJson(line)
}
