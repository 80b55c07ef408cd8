import type { FromFrame, ToFrame } from '../messages.ts'
import { createBridge, installFiles } from './capabilities.ts'
import { addLine, installConsole, type LineSink } from './console.ts'
import { inspect } from './inspect.ts'
import { apply, dataDescriptor, defineProperty, evaluate, getOwnPropertyDescriptor, getterOf, later, now } from './intrinsics.ts'
import { lockWindow } from './lock.ts'
import { typeName } from './names.ts'
import { installFetch } from './network.ts'
import { plainJson } from './plain-json.ts'
import { installRefusals } from './readable-refusals.ts'
import { isErrorObject, readError } from './special-objects.ts'

type Run = Extract<ToFrame, { type: 'run' }>

export interface World {
  /** Hands over the one port to the page. */
  readonly listen: (onPort: (port: MessagePort) => void) => void
  /** The last preparations of this kind of world, after the port has come. */
  readonly settle: (warn: (text: string) => void) => void
}

/** Locks the world it runs in and then serves the one port it is handed. */
export function startHarness({ listen, settle }: World): void {
  let sink: LineSink | undefined
  let post: (message: FromFrame) => void = () => {}
  let current = ''
  const dataOf = getterOf(MessageEvent.prototype, 'data')
  const bridge = createBridge((ask, name, json) => post({ type: 'ask', id: current, ask, name, json }))

  const locked = isLocked()
  const warn = (text: string): void => console.warn(text)
  lockWindow(warn)
  installConsole(() => sink)
  installRefusals()
  installFiles(bridge.askFor)
  installFetch(bridge.askFor)

  listen((port) => {
    settle(warn)
    reportUncaught((text) => {
      if (sink !== undefined) addLine(sink, 'error', () => text)
    })
    post = port.postMessage.bind(port)
    port.addEventListener('message', (event) => {
      // Invariant: only the page holds the other end of this port.
      const message = dataOf(event) as ToFrame
      if (message.type === 'answer') bridge.answer(message.ask, message.ok, message.json)
      if (message.type === 'spin') spin(message.forMs)
      // Never from inside this listener: the event, and through it the port, must be out of reach of the program.
      if (message.type === 'run') later(() => start(message), 0)
    })
    port.start()
    void locked.then((answer) => post({ type: 'ready', locked: answer }))
  })

  function spin(forMs: number): void {
    const end = now() + forMs
    while (now() < end);
    post({ type: 'spun' })
  }

  function start(run: Run): void {
    const { id, limits } = run
    current = id
    const lines: LineSink = {
      maxLineLength: limits.maxLineLength,
      linesLeft: limits.maxLines,
      lengthLeft: limits.maxConsoleLength,
      dropped: 0,
      write: (level, text) => post({ type: 'line', id, level, text }),
    }
    sink = lines
    bridge.grant(run.granted)
    void finish(run, lines)
  }

  async function finish(run: Run, lines: LineSink): Promise<void> {
    let end: (dropped: number) => FromFrame
    try {
      for (let index = 0; index < run.names.length; index += 1) makeGlobal(run.names[index] ?? '')
      const value: unknown = await apply(evaluate(run.text), globalThis, [])
      const answer = describeValue(value, run.limits.maxValueLength)
      end = (dropped) => ({ type: 'returned', id: run.id, dropped, ...answer })
    } catch (error) {
      const problem = describeThrown(error)
      end = (dropped) => ({ type: 'threw', id: run.id, dropped, ...problem })
    }
    // One turn later, so that rejections nobody handled are still heard.
    later(() => {
      sink = undefined
      bridge.grant([])
      post(end(lines.dropped))
    }, 0)
  }
}

/** Whether the document came with its policy: an opaque origin, and not even a `data:` address can be fetched. Sends nothing. */
function isLocked(): Promise<boolean> {
  return fetch('data:,').then(
    () => false,
    () => origin === 'null',
  )
}

function describeValue(value: unknown, maxLength: number) {
  const { text, cut } = inspect(value, maxLength)
  const json = plainJson(value, maxLength)
  return { text, cut, kind: typeName(value), ...(json === undefined ? {} : { json }) }
}

function describeThrown(error: unknown) {
  return isErrorObject(error) ? readError(error) : { name: '', message: inspect(error, 10_000).text, stack: '' }
}

/** In a session a name such as `status` must be a variable, not the window's own property of that name. */
function makeGlobal(name: string): void {
  const descriptor = getOwnPropertyDescriptor(globalThis, name)
  if (descriptor !== undefined && descriptor.writable === true) return
  if (descriptor === undefined || descriptor.configurable === true) defineProperty(globalThis, name, dataDescriptor(undefined))
}

function reportUncaught(report: (text: string) => void): void {
  const errorOf = getterOf(ErrorEvent.prototype, 'error')
  const reasonOf =
    typeof PromiseRejectionEvent === 'function' ? getterOf(PromiseRejectionEvent.prototype, 'reason') : () => undefined
  addEventListener('error', (event) => report(`Uncaught ${inspect(errorOf(event), 10_000).text}`))
  addEventListener('unhandledrejection', (event) => report(`Uncaught (in promise) ${inspect(reasonOf(event), 10_000).text}`))
}
