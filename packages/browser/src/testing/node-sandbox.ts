import type { Frame } from '../sandbox/frames/frame.ts'
import { describeThrown, describeValue } from '../sandbox/inside/describe.ts'
import { createBridge } from '../sandbox/inside/doors/capabilities.ts'
import { createSteady, type Steady } from '../sandbox/inside/doors/replay.ts'
import { createTools } from '../sandbox/inside/doors/tools.ts'
import { hearOutcome, keep } from '../sandbox/inside/hear-outcome.ts'
import { resolveLimits } from '../sandbox/limits.ts'
import type { FromFrame, ToFrame } from '../sandbox/messages.ts'
import { prepareProgram } from '../sandbox/program/prepare-program.ts'
import { type Thrown, toProgramError } from '../sandbox/program-error.ts'
import { runProgram } from '../sandbox/run-program.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'

/**
 * Programs of our own tests in Node: everything that a page does with a program, and of the world inside the doors only. There is no
 * wall around it.
 */
export function createNodeSandbox(): Sandbox {
  return {
    async run(program, signal) {
      const ready = prepareProgram({ code: program.code, session: false })
      if (ready.kind === 'unreadable') return { kind: 'threw', error: ready.error, lines: [], droppedLines: 0, elapsedMs: 0 }
      const job = {
        program,
        run: { text: ready.text, names: ready.names },
        toError: (thrown: Thrown) => toProgramError(thrown, ready, program.code),
        limits: resolveLimits(program.limits),
        watchForDeath: () => () => undefined,
      }
      return await runProgram(createNodeFrame(), job, signal)
    },
    warmUp: async () => undefined,
    endSession: () => undefined,
    dispose: () => undefined,
  }
}

type Run = Extract<ToFrame, { type: 'run' }>

/** Both directions as messages, each in a task of its own and as a copy, as a port would carry them. */
function createNodeFrame(): Frame {
  const listeners = new Set<(message: FromFrame) => void>()
  let running = ''
  let steady: Steady | undefined
  const post = (message: FromFrame): void => {
    const copy = structuredClone(message)
    setImmediate(() => listeners.forEach((listener) => listener(copy)))
  }
  const bridge = createBridge((ask, name, json) => post({ type: 'ask', id: running, ask, name, json }))
  const run = ({ id, text, limits, granted, replay }: Run): void => {
    running = id
    steady = replay && createSteady(replay.seed, replay.now)
    bridge.grant(granted)
    const math = Object.create(Math, steady ? { random: { value: steady.random } } : {})
    // oxlint-disable-next-line no-implied-eval, typescript/no-implied-eval -- a program of our own tests
    const start = new Function('tools', 'Date', 'Math', `return ${text}`)(createTools(bridge.askFor), steady?.Date ?? Date, math)
    const end = (ending: ReturnType<typeof describeThrown> | ReturnType<typeof describeValue>): void => {
      bridge.grant([])
      const type = 'stack' in ending ? 'threw' : 'returned'
      // Invariant: what has a stack was thrown, what has none was returned.
      post({ type, id, dropped: 0, ...ending } as FromFrame)
    }
    hearOutcome(
      start(undefined, keep),
      (value) => end(describeValue(value, limits.maxValueLength)),
      (error) => end(describeThrown(error)),
    )
  }
  const hear = (message: ToFrame): void => {
    if (message.type === 'spin') post({ type: 'spun' })
    if (message.type === 'run') run(message)
    if (message.type !== 'answer') return
    if (message.now !== undefined) steady?.set(message.now)
    bridge.answer(message.ask, message.ok, message.json)
  }
  return {
    send: (message) => void setImmediate(hear, structuredClone(message)),
    onMessage(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onBroken: () => () => undefined,
    isBroken: () => false,
    remove: () => listeners.clear(),
  }
}
