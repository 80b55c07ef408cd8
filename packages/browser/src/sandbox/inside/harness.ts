import type { FromFrame, ToFrame } from '../messages.ts'
import { addLine, installConsole, type LineSink } from './console.ts'
import { describeThrown, describeValue } from './describe.ts'
import { type Bridge, createBridge, installFiles } from './doors/capabilities.ts'
import { installFetch } from './doors/network.ts'
import { installReplay, type Steady } from './doors/replay.ts'
import { installTools } from './doors/tools.ts'
import { hearOutcome, keep } from './hear-outcome.ts'
import { inspect } from './inspect.ts'
import { apply, dataDescriptor, defineProperty, evaluate, getOwnPropertyDescriptor, getterOf, now } from './intrinsics.ts'
import { lockWindow } from './lock.ts'
import { createTaskQueue } from './next-task.ts'
import { installRefusals } from './readable-refusals.ts'
import { createShower, installShow, type Shower } from './show/shower.ts'

type Run = Extract<ToFrame, { type: 'run' }>

export interface World {
  /** Hands over the one port to the page. */
  readonly listen: (onPort: (port: MessagePort) => void) => void
  /** The last preparations of this kind of world, after the port has come. */
  readonly settle: (warn: (text: string) => void) => void
}

/** What all parts of the harness share. */
interface State {
  post: (message: FromFrame) => void
  /** Where console lines go while a program runs. */
  sink: LineSink | undefined
  /** Takes what is shown while a program runs. */
  shower: Shower | undefined
  run: string
  /** Present while a program runs that can be run again. */
  clock: Steady | undefined
  readonly later: (work: () => void) => void
}

/** Locks the world it runs in and then serves the one port it is handed. */
export function startHarness({ listen, settle }: World): void {
  const state: State = { post: ignore, sink: undefined, shower: undefined, run: '', clock: undefined, later: createTaskQueue() }
  const dataOf = getterOf(MessageEvent.prototype, 'data')
  const bridge = createBridge((ask, name, json) => state.post({ type: 'ask', id: state.run, ask, name, json }))
  const locked = isLocked()
  lockWindow(warn)
  installConsole(
    () => state.sink,
    (rows) => state.shower?.showTable(rows),
  )
  installShow(() => state.shower)
  installRefusals()
  installFiles(bridge.askFor)
  installFetch(bridge.askFor)
  installTools(bridge.askFor)
  listen((port) => {
    settle(warn)
    reportUncaught(state)
    state.post = port.postMessage.bind(port)
    port.addEventListener('message', (event) => {
      // Invariant: only the page holds the other end of this port.
      const message = dataOf(event) as ToFrame
      if (message.type === 'answer') {
        if (message.now !== undefined) state.clock?.set(message.now)
        bridge.answer(message.ask, message.ok, message.json)
      }
      if (message.type === 'spin') spin(message.forMs, state)
      // Never from inside this listener: the event, and through it the port, must be out of reach of the program.
      if (message.type === 'run') state.later(() => perform(message, state, bridge))
    })
    port.start()
    void locked.then((answer) => state.post({ type: 'ready', locked: answer }))
  })
}

function ignore(): void {}

function warn(text: string): void {
  console.warn(text)
}

/** Whether the document came with its policy: an opaque origin, and not even a `data:` address can be fetched. Sends nothing. */
export function isLocked(): Promise<boolean> {
  return fetch('data:,').then(
    () => false,
    () => origin === 'null',
  )
}

function spin(forMs: number, { post }: State): void {
  const end = now() + forMs
  while (now() < end);
  post({ type: 'spun' })
}

function perform(run: Run, state: State, bridge: Bridge): void {
  const { id, limits } = run
  const sink: LineSink = {
    maxLineLength: limits.maxLineLength,
    linesLeft: limits.maxLines,
    lengthLeft: limits.maxConsoleLength,
    dropped: 0,
    write: (level, text) => state.post({ type: 'line', id, level, text }),
  }
  const shower = createShower(
    (json) => state.post({ type: 'shown', id, json }),
    (name) => bridge.askFor('libraries', 'libraries.read', [name]),
  )
  state.run = id
  state.sink = sink
  state.shower = shower
  state.clock = run.replay && installReplay(run.replay.seed, run.replay.now)
  bridge.grant(run.granted)
  let isOver = false
  // The first word counts: a `then` of the program may call back as often as it likes.
  execute(run, (describe) => {
    if (isOver) return
    isOver = true
    // What is asked for after the end is refused, however soon: else a timer would decide whether it happens.
    bridge.grant([])
    const ending = describeSafely(describe)
    const finish = (): void => {
      state.sink = undefined
      state.shower = undefined
      state.post({ ...ending, id, dropped: sink.dropped })
    }
    // Two tasks later, so that rejections nobody handled are still heard.
    shower.close(() => state.later(() => state.later(finish)))
  })
}

type Described = ReturnType<typeof returned> | ReturnType<typeof threw>

const returned = (value: unknown, maxLength: number) => ({ type: 'returned' as const, ...describeValue(value, maxLength) })
const threw = (error: unknown) => ({ type: 'threw' as const, ...describeThrown(error) })

/** A proxy may throw at any question. */
function describeSafely(describe: () => Described): Described {
  try {
    return describe()
  } catch (error) {
    return threw(error)
  }
}

/** By callbacks: what an async function here would return could be taken for a promise, and the program be asked for it. */
function execute({ text, names, limits, libraries }: Run, tell: (describe: () => Described) => void): void {
  const onError = (error: unknown): void => tell(() => threw(error))
  try {
    for (let index = 0; index < (libraries?.length ?? 0); index += 1) evaluate(libraries?.[index] ?? '')
    for (let index = 0; index < names.length; index += 1) makeGlobal(names[index] ?? '')
    hearOutcome(
      apply(evaluate(text), globalThis, [undefined, keep]),
      (value) => tell(() => returned(value, limits.maxValueLength)),
      onError,
    )
  } catch (error) {
    onError(error)
  }
}

/** In a session a name such as `status` must be a variable, not the window's own property of that name. */
function makeGlobal(name: string): void {
  const descriptor = getOwnPropertyDescriptor(globalThis, name)
  if (descriptor !== undefined && descriptor.writable === true) return
  if (descriptor === undefined || descriptor.configurable === true) defineProperty(globalThis, name, dataDescriptor(undefined))
}

export function reportUncaught(state: Pick<State, 'sink'>): void {
  const errorOf = getterOf(ErrorEvent.prototype, 'error')
  const reasonOf =
    typeof PromiseRejectionEvent === 'function' ? getterOf(PromiseRejectionEvent.prototype, 'reason') : () => undefined
  const report = (prefix: string, error: unknown): void => {
    if (state.sink !== undefined) addLine(state.sink, 'error', () => `${prefix} ${inspect(error, 10_000).text}`)
  }
  addEventListener('error', (event) => report('Uncaught', errorOf(event)))
  addEventListener('unhandledrejection', (event) => report('Uncaught (in promise)', reasonOf(event)))
}
