import type { FromFrame, ToFrame } from '../../messages.ts'
import { addLine, installConsole, type LineSink } from '../console.ts'
import { type Bridge, createBridge } from '../doors/capabilities.ts'
import { isLocked } from '../harness.ts'
import { getterOf, now, parseJson } from '../intrinsics.ts'
import { lockWindow } from '../lock.ts'
import { createTaskQueue } from '../next-task.ts'
import { plainJson } from '../plain-json.ts'
import { installRefusals } from '../readable-refusals.ts'
import { bootPython, type Host, makeSnapshot, type Python } from './boot.ts'

type Run = Extract<ToFrame, { type: 'run' }>
type Boot = Extract<ToFrame, { type: 'boot' }>

/** The page sends no more than this. */
const MOST_ANSWER = 16_000_000

interface State {
  post: (message: FromFrame) => void
  sink: LineSink | undefined
  run: string
  python: Python | undefined
}

/** Locks the worker and then serves the one port it is handed. Nothing that Python's `js` module reaches holds that port. */
export function startPython(listen: (onPort: (port: MessagePort) => void) => void): void {
  const state: State = { post: () => undefined, sink: undefined, run: '', python: undefined }
  const dataOf = getterOf(MessageEvent.prototype, 'data')
  const later = createTaskQueue()
  const bridge = createBridge((ask, name, json) => state.post({ type: 'ask', id: state.run, ask, name, json }))
  const locked = isLocked()
  lockWindow((text) => console.warn(text))
  installConsole(() => state.sink)
  installRefusals()
  listen((port) => {
    state.post = port.postMessage.bind(port)
    port.addEventListener('message', (event) => {
      // Invariant: only the page holds the other end of this port.
      const message = dataOf(event) as ToFrame
      if (message.type === 'answer') bridge.answer(message.ask, message.ok, message.json)
      if (message.type === 'spin') spin(message.forMs, state.post)
      if (message.type === 'boot') later(() => void boot(message, state, hostOf(state, bridge)))
      // Never from inside this listener: the event, and through it the port, must be out of reach of the program.
      if (message.type === 'run') later(() => void perform(message, state, bridge))
    })
    port.start()
    void locked.then((answer) => state.post({ type: 'ready', locked: answer }))
  })
}

function spin(forMs: number, post: State['post']): void {
  const end = now() + forMs
  while (now() < end);
  post({ type: 'spun' })
}

function hostOf(state: State, bridge: Bridge): Host {
  return {
    print: (level, text) => state.sink && addLine(state.sink, level, () => text),
    show: (json) => state.sink && state.post({ type: 'shown', id: state.run, json }),
    ask: async (name, json) => {
      const args = parseJson(json)
      return plainJson(await bridge.askFor('files', name, Array.isArray(args) ? args : []), MOST_ANSWER) ?? 'null'
    },
  }
}

async function boot(start: Boot, state: State, host: Host): Promise<void> {
  try {
    if (start.snapshot === 'make') return state.post({ type: 'booted', problem: '', snapshot: await makeSnapshot(start) })
    state.python = await bootPython(start, host)
    state.post({ type: 'booted', problem: '' })
  } catch (error) {
    state.post({ type: 'booted', problem: String(error) })
  }
}

async function perform(run: Run, state: State, bridge: Bridge): Promise<void> {
  const { id, limits, packages } = run
  const sink: LineSink = {
    maxLineLength: limits.maxLineLength,
    linesLeft: limits.maxLines,
    lengthLeft: limits.maxConsoleLength,
    dropped: 0,
    write: (level, text) => state.post({ type: 'line', id, level, text }),
  }
  state.run = id
  state.sink = sink
  const ending = await outcomeOf(run, state.python, packages, bridge)
  bridge.grant([])
  state.sink = undefined
  state.post({ ...ending, id, dropped: sink.dropped })
}

type Ending = Pick<Extract<FromFrame, { type: 'threw' }>, 'type' | 'name' | 'message' | 'stack'>

async function outcomeOf({ text, limits, granted }: Run, python: Python | undefined, packages: Run['packages'], bridge: Bridge) {
  try {
    if (python === undefined) throw new Error('Python did not start.')
    const missing = packages ? await python.load(packages.names, packages.files) : []
    if (missing.length > 0) throw new Error(`Could not be loaded: ${missing.join(', ')}.`)
    bridge.grant(granted)
    // Invariant: the runner writes one of the two endings; the page checks every field again.
    return parseJson(await python.run(text, limits.maxValueLength)) as Ending
  } catch (error) {
    const { name, message } = error instanceof Error ? error : { name: '', message: String(error) }
    return { type: 'threw', name, message, stack: '' } satisfies Ending
  }
}
