import { faultOf, type JsonObject, type ToolSpec } from '@parley/dialects'
import { canonicalJson } from '../ledger/ledger.ts'
import { checkAgainstSpec } from '../tools/define-tool.ts'
import type { CallOnServer, ServerWord, Tool, ToolContext, ToolOutput } from '../tools/tool.ts'
import { say } from '../words/tools.ts'
import type { ProgramDoors, ToldCall } from './program-doors.ts'

/** The tools of the server that a thread lives on, for programs of the page: judged here and there, and run there. */
export class BackendTools {
  readonly #doors: ProgramDoors
  #loading: Promise<void> | undefined
  #tools: readonly Tool[] = []

  constructor(doors: ProgramDoors) {
    this.#doors = doors
  }

  /** None until they were loaded. */
  get tools(): readonly Tool[] {
    return this.#tools
  }

  /** Rejects with a fault where the server cannot be asked. Asking again asks the server again only then. */
  async load(): Promise<void> {
    this.#loading ??= this.#load()
    this.#loading.catch(() => (this.#loading = undefined))
    await this.#loading
  }

  async #load(): Promise<void> {
    this.#tools = (await this.#doors.tools()).map((spec) => backendTool(spec, this.#doors))
  }
}

function backendTool(spec: ToolSpec, doors: ProgramDoors): Tool {
  const { name } = spec
  const words = new Map<string, ServerWord>()
  const asks = async (input: JsonObject): Promise<ServerWord> => {
    const text = canonicalJson(input)
    const known = words.get(text)
    if (known) return known
    const word = await doors.judge({ name, input }).then(wordIn, (): ServerWord => ({ kind: 'away' }))
    if (word.kind === 'judged') words.set(text, word)
    return word
  }
  return {
    spec,
    // A tool of the page with the same definition is another tool.
    identity: 'backend',
    face: { icon: 'network', title: name },
    check: (input) => checkAgainstSpec(spec, input),
    effects: () => [{ kind: 'unknown' }],
    preview: async () => ({ sentence: say('backend.call', { tool: name }) }),
    asks,
    async run(_, { onServer, signal }: ToolContext): Promise<ToolOutput> {
      if (!onServer) return { outcome: 'error', content: say('backend.no-program').message }
      const word = onServer.isGranted ? await asks(onServer.input) : undefined
      const granted = word?.kind === 'judged' ? word.asks : undefined
      return await runThere({ doors, name, made: onServer, shown: onServer.shown ?? granted }, signal)
    },
  }
}

const wordIn = (told: ToldCall): ServerWord => (told.kind === 'judged' ? told : { kind: 'judged' })

interface Made {
  readonly doors: ProgramDoors
  readonly name: string
  readonly made: CallOnServer
  readonly shown: string | undefined
}

async function runThere({ doors, name, made, shown }: Made, signal: AbortSignal): Promise<ToolOutput> {
  const { program: callId, id, input, edited, by } = made
  const stop = () => doors.stop({ callId, id })
  signal.addEventListener('abort', stop, { once: true })
  const call = { callId, id, name, input, by, ...(edited && { edited }), ...(shown !== undefined && { shown }) }
  try {
    const told = await untilTold(() => doors.call(call), signal)
    if (told.kind === 'judged') return { outcome: 'error', content: say('backend.not-shown', { why: told.asks ?? '' }).message }
    const { outcome, content, data, display } = told.result
    return {
      outcome: outcome === 'denied' ? 'error' : outcome,
      content,
      ...(data !== undefined && { data }),
      ...(display !== undefined && { display }),
      tellsEdit: true,
    }
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

const LONGEST_PAUSE_MS = 2000

/** It runs once, however often it is asked for: a server that is away for a while is asked again. */
async function untilTold(ask: () => Promise<ToldCall>, signal: AbortSignal): Promise<ToldCall> {
  for (let failures = 0; ; failures++) {
    try {
      return await ask()
    } catch (error) {
      if (signal.aborted || !faultOf(error)?.retryable) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.min(LONGEST_PAUSE_MS, 250 * 2 ** failures)))
      signal.throwIfAborted()
    }
  }
}
