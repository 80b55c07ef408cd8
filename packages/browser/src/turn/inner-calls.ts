import { isJsonObject, type JsonValue, plainText } from '@parley/dialects'
import type { CallRecord, Replay } from '../ledger/call-record.ts'
import { changeOne } from '../ledger/ledger.ts'
import { diverge, orphan, send } from '../ledger/transitions.ts'
import { innerExecutor, searchTools } from '../tools/code-mode.ts'
import type { ExecutedResult, ToolAnswer } from '../tools/tool.ts'
import { closeProgram } from './expire-record.ts'
import { innerRecord, isOfRun } from './open-records.ts'
import type { CallLine, SettleAnswerOptions, Settled } from './settle-answer.ts'
import type { ProgramCalls } from './settle-call.ts'
import type { TurnEvent } from './turn-event.ts'

/** Each of them is kept and shown: a program that makes more is not doing what a person can follow. */
const MOST_INNER_CALLS = 300
/** Of all its arguments together: they are kept with the calls, and three hundred large ones would fill the disk. */
const MOST_CHARACTERS = 32_000_000

interface Program {
  readonly record: CallRecord
  readonly options: SettleAnswerOptions
  readonly report: (event: TurnEvent) => void
  /** Takes calls as far as they get without a person: the same way that a model's calls go. */
  readonly settle: (
    line: CallLine,
    options: SettleAnswerOptions,
    signal: AbortSignal,
  ) => AsyncGenerator<readonly TurnEvent[], Settled>
}

/** Opens the calls of a program for the one who runs it. What an earlier owner had begun counts as abandoned. */
export async function openInnerCalls(program: Program, signal: AbortSignal): Promise<ProgramCalls> {
  const { record, options } = program
  const { replay } = record
  if (!replay) throw new Error('Only a program that can be run again makes calls.')
  const kept = (await options.ledger.ofThread(record.threadId)).filter((each) => isOfRun(each, record.key, replay.run))
  for (const { key } of kept) await changeOne(options.ledger, key, orphan)
  return new InnerCallLine(program, replay, kept.length, signal)
}

/** What a program waits for: the answer to a call of its own, or one that needs nobody. */
type Asked = {
  readonly resolve: (answer: ToolAnswer) => void
} & ({ readonly key: string } | { readonly ok: boolean; readonly value: JsonValue })

/**
 * The calls of a program, one after another in the order made. All its answers come in that order too, those from the ledger like
 * those that had to be waited for: so a program that is run again meets the same world.
 */
class InnerCallLine implements ProgramCalls {
  readonly seed: number
  readonly now: number
  readonly #program: Program
  readonly #run: number
  readonly #options: SettleAnswerOptions
  /** How many calls an earlier run was kept to have made. */
  readonly #kept: number
  readonly #over = new AbortController()
  readonly #givenUp = new AbortController()
  readonly #stop: AbortSignal
  readonly #unwatch: readonly (() => void)[]
  readonly #hashes: string[] = []
  readonly #line: Asked[] = []
  #asked = 0
  #room = MOST_CHARACTERS
  #clock: number
  #opening: Promise<void> = Promise.resolve()
  #working: Promise<void> = Promise.resolve()
  #isWorking = false
  #divergedAt: number | undefined
  #isStirred = false
  #wake: (() => void) | undefined

  constructor(program: Program, replay: Replay, kept: number, signal: AbortSignal) {
    const { options, record } = program
    const { isThere: _tabs, mayRun: _claims, openInner: _none, ...rest } = options
    this.#program = program
    this.#run = replay.run
    const { rehearsal } = options
    this.#options = {
      ...rest,
      executor: innerExecutor(options.executor),
      ...(rehearsal && { rehearsal: async () => innerExecutor(await rehearsal()) }),
      // What a rehearsed program calls is rehearsed, though the mode is another one by then.
      ...(record.verdict?.rehearsed && { mode: () => 'rehearse' as const }),
      parent: record.key,
    }
    this.#kept = kept
    this.seed = replay.seed
    this.now = replay.now
    this.#clock = replay.now
    this.#stop = AbortSignal.any([signal, this.#over.signal, this.#givenUp.signal])
    this.#stop.addEventListener('abort', this.#stir)
    this.#unwatch = [
      options.ledger.watch(({ parent }) => void (parent === record.key && this.#stir())),
      options.grants.watch(this.#stir),
      options.onNews?.(this.#stir) ?? (() => {}),
    ]
  }

  get signal(): AbortSignal {
    return this.#givenUp.signal
  }

  call(name: string, input: JsonValue): Promise<ToolAnswer> {
    const { promise, resolve } = Promise.withResolvers<ToolAnswer>()
    if (!isJsonObject(input))
      this.#tell(resolve, false, `tools.${name} takes one object with its arguments, such as { path: "/a.txt" }.`)
    else if (this.#asked === MOST_INNER_CALLS) this.#tell(resolve, false, TOO_MANY)
    else if (!this.#hasRoomFor(name, input)) this.#tell(resolve, false, TOO_MUCH)
    else {
      const position = this.#asked++
      this.#enter(async () => {
        const place = { parent: this.#program.record, run: this.#run, position }
        const fresh = await innerRecord(place, { name, input }, this.#options.now())
        const [record = fresh] = await this.#options.ledger.open([fresh])
        // From a capsule, or of a program that asked for something else: nobody knows what it would do with this answer.
        if (record.hash !== fresh.hash || record.imported || record.parent !== fresh.parent) return this.#giveUp(position)
        this.#hashes[position] = record.hash
        this.#program.report({ type: 'call-change', record })
        this.#line.push({ key: record.key, resolve })
      })
    }
    return promise
  }

  #hasRoomFor(name: string, input: JsonValue): boolean {
    const characters = JSON.stringify([name, input]).length
    const hasRoom = characters <= this.#room
    if (hasRoom) this.#room -= characters
    return hasRoom
  }

  search(words: string): Promise<ToolAnswer> {
    const { promise, resolve } = Promise.withResolvers<ToolAnswer>()
    this.#tell(resolve, true, searchTools(this.#options.executor, words))
    return promise
  }

  /** Also what needs nobody is answered in its turn. */
  #tell(resolve: Asked['resolve'], ok: boolean, value: JsonValue): void {
    this.#enter(async () => void this.#line.push({ resolve, ok, value }))
  }

  #enter(open: () => Promise<void>): void {
    const before = this.#opening
    const enter = async (): Promise<void> => {
      await before
      if (this.#stop.aborted) return
      await open()
      this.#stir()
      if (this.#isWorking) return
      this.#isWorking = true
      this.#working = this.#work().catch(this.#fail)
    }
    this.#opening = enter().catch(this.#fail)
  }

  async #work(): Promise<void> {
    const line: CallLine = { keys: () => this.#keys(), repeats: ({ position }) => repeatsOf(this.#hashes, position) }
    for (;;) {
      this.#isStirred = false
      await this.#deliver()
      if (this.#line.length === 0 || this.#stop.aborted) {
        // Said at once: what is asked for in the next moment must begin anew.
        this.#isWorking = false
        return
      }
      const settling = this.#program.settle(line, this.#options, this.#stop)
      for (let step = await settling.next(); !step.done; step = await settling.next()) {
        for (const event of step.value) this.#program.report(event)
        if (step.value.some((event) => event.type === 'call-change' && event.record.phase === 'settled')) await this.#deliver()
      }
      await this.#deliver()
      if (!this.#isStirred && !this.#stop.aborted && this.#line.length > 0) await new Promise<void>((wake) => (this.#wake = wake))
    }
  }

  #keys(): readonly string[] {
    return this.#line.flatMap((asked) => ('key' in asked ? asked.key : []))
  }

  async #deliver(): Promise<void> {
    for (let [head] = this.#line; head && !this.#stop.aborted; [head] = this.#line) {
      const answer = 'key' in head ? await this.#answerOf(head.key) : { ok: head.ok, value: head.value, now: this.#clock }
      if (!answer) return
      this.#line.shift()
      this.#clock = answer.now
      head.resolve(answer)
    }
  }

  /** A result is the program's from the moment it is kept as told: what a person could still have taken back is no longer theirs. */
  async #answerOf(key: string): Promise<ToolAnswer | undefined> {
    const { ledger } = this.#options
    const told = await changeOne(ledger, key, (record) => send(record, this.#program.record.key))
    if (told) this.#program.report({ type: 'call-change', record: told })
    const record = told ?? (await ledger.read(key))
    if (record?.phase !== 'settled' || !record.result) return undefined
    const { result, endedAt = 0 } = record
    const now = Math.max(this.#clock, endedAt)
    if (result.outcome === 'ok') return { ok: true, value: result.data ?? plainText(result), now }
    return { ok: false, value: `tools.${result.name}: ${plainText(result)}`, now }
  }

  async end(result: ExecutedResult): Promise<CallRecord | undefined> {
    const endedItself = !this.#stop.aborted && !result.timedOut && result.outcome !== 'cancelled'
    await this.#opening
    if (endedItself && this.#asked < this.#kept) this.#giveUp(this.#asked)
    this.#over.abort()
    for (const end of this.#unwatch) end()
    await this.#working
    const { record, options, report } = this.#program
    for (const closed of await closeProgram(record, options)) report({ type: 'call-change', record: closed })
    const { ledger, owner } = options
    const at = this.#divergedAt
    return at === undefined ? undefined : await changeOne(ledger, record.key, (current) => diverge(current, owner, at))
  }

  #giveUp(position: number): void {
    this.#divergedAt ??= position
    this.#givenUp.abort()
  }

  #stir = (): void => {
    this.#isStirred = true
    this.#wake?.()
    this.#wake = undefined
  }

  /** The store itself failed: the program is stopped, and what it has done is kept as far as it was. */
  #fail = (error: unknown): void => {
    this.#givenUp.abort(error)
  }
}

const TOO_MANY = `A program may call tools ${MOST_INNER_CALLS} times. Do the rest in another program.`
const TOO_MUCH = `The arguments of a program's calls may have ${MOST_CHARACTERS} characters together. Do the rest in another program.`

/** How many equal calls stand directly before one. */
function repeatsOf(hashes: readonly string[], position: number): number {
  const before = hashes.slice(0, position)
  return before.length - 1 - before.findLastIndex((hash) => hash !== hashes[position])
}
