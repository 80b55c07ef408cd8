import {
  type AssistantMessage,
  collectMessage,
  type Fault,
  FaultError,
  type Message,
  type StreamEvent,
  type ToolSpec,
  toldMessages,
} from '@parley/dialects'
import { CUT_OFF } from '../http/cut-off.ts'
import type { NotOffered, Offer } from '../tools/remote-tool.ts'
import { type Asker, HOUSE } from '../usage/asker.ts'
import { say } from '../words.ts'
import type { AgentRun, AnswerNote, EndedTurn, Turn } from './agent-state.ts'
import { turnOf } from './live-run.ts'
import { taughtOf } from './thread-search.ts'

interface Now {
  readonly messages: readonly Message[]
  readonly turn: Turn
  readonly ended: EndedTurn | null
  readonly notOffered: readonly NotOffered[]
}

type Change = Partial<{
  messages: readonly Message[]
  notes: readonly AnswerNote[]
  ended: EndedTurn
  notOffered: readonly NotOffered[]
}>

interface Answered {
  readonly update: Change
  /** Tools that the model has not found, so that it does not know how they are called. */
  readonly unfound?: ReadonlySet<string>
}

/** Asks the model once. What it says is told while it comes, and kept when it is whole. */
export async function answerStep({ messages, turn, ended, notOffered }: Now, run: AgentRun): Promise<Answered> {
  if (ended?.turnId === turn.id) return { update: {} }
  // Model, tools and store may all answer at once, for a whole turn: everybody else is looked at in between.
  await new Promise((resolve) => setImmediate(resolve))
  run.lease.demand()
  const { server } = run
  if (stepsIn(messages) >= server.limits.steps)
    return { update: { ended: { turnId: turn.id, fault: tooManySteps(server.limits.steps) } } }
  const offer = await offerOf(turn, run)
  const isNews = JSON.stringify(offer.notOffered) !== JSON.stringify(notOffered)
  if (isNews) run.emit([{ type: 'tools-not-offered', tools: offer.notOffered }])
  const { specs, unfound } = taughtOf(offer.tools, messages, await contextOf(turn, run))
  const { message, model, usage, reason, fault } = await ask({ messages, turn, offered: specs }, run)
  const notes = [{ id: message.id, model, ...(usage && { usage }) }]
  if (run.lease.isCancelled) return { update: { ...keepWords(message, run), notes, ended: { turnId: turn.id } } }
  if (fault) throw new FaultError(fault)
  if (reason === undefined) throw new FaultError(CUT_OFF)
  run.lease.demand()
  return { update: { messages: [message], notes, ...(isNews && { notOffered: offer.notOffered }) }, unfound }
}

/** The tools of others that the thread was given, as they are now. */
async function offerOf({ chosen = [] }: Turn, { server, owner }: AgentRun): Promise<Offer> {
  if (chosen.length === 0) return { tools: [], notOffered: [] }
  const nobody = { tools: [], notOffered: chosen.map(({ name }) => ({ name, why: say('thread.no-mcp') })) }
  return (await server.tools.source?.offer(chosen, owner)) ?? nobody
}

/** What the model reads at once, where tools of others are told to it. */
async function contextOf({ chosen = [], model, dialect }: Turn, { server }: AgentRun): Promise<number | undefined> {
  return chosen.length === 0 ? undefined : (await server.catalog.find(model, dialect)).info.contextTokens
}

type Asked = Pick<Now, 'messages' | 'turn'> & { readonly offered: readonly ToolSpec[] }

async function ask({ messages, turn, offered }: Asked, run: AgentRun) {
  const { server, lease } = run
  const events: StreamEvent[] = []
  try {
    const { events: batches } = await server.answer(
      {
        model: turn.model,
        messages: [...turn.system, ...toldMessages(messages, run.summaries)],
        // A page whose programs call them teaches them as functions, and both ways at once are mixed.
        tools: [...turn.tools, ...(turn.programs ? [] : server.tools.specs), ...offered],
        settings: turn.settings,
      },
      {
        asker: askerOf(run, turn),
        signal: lease.signal,
        explain: true,
        conversation: run.threadId,
        ...(turn.dialect !== undefined && { dialect: turn.dialect }),
      },
    )
    const named = createFreeIds(messages)
    for await (const batch of batches) {
      const told: StreamEvent[] = []
      for (const event of batch.map(named)) {
        events.push(event)
        if (event.type !== 'fault') told.push(event)
      }
      if (told.length > 0) run.emit(told)
    }
  } catch (error) {
    if (!run.lease.isCancelled) throw error
  }
  return collectMessage(events)
}

/** Whoever asked first may be gone, and another go on with it. */
export const askerOf = ({ owner }: Pick<AgentRun, 'owner'>, { requestId }: Pick<Turn, 'requestId'>): Asker => ({
  client: owner === HOUSE ? 'agent' : owner,
  owner,
  door: 'agent',
  ...(requestId !== undefined && { requestId }),
})

/** The user stopped it: what was said so far stays said, and calls are not begun. */
function keepWords(message: AssistantMessage, run: AgentRun): Change {
  run.emit([{ type: 'message-end', reason: 'stopped' }])
  const parts = message.parts.filter(({ type }) => type === 'text' || type === 'reasoning')
  return parts.length > 0 ? { messages: [{ ...message, parts }] } : {}
}

/** How often the model was asked since the last question. */
export function stepsIn(messages: readonly Message[]): number {
  return turnOf(messages).filter(({ role }) => role === 'assistant').length
}

const tooManySteps = (steps: number): Fault => ({
  code: 'turn/too-many-steps',
  ...say('thread.steps', { steps }),
  retryable: false,
})

/**
 * Gives an answer or a call another id where the thread has one of that id already: models number their calls anew in
 * every answer, and what is said about a call must not reach an older one.
 */
function createFreeIds(messages: readonly Message[]): (event: StreamEvent) => StreamEvent {
  const taken = takenIds(messages)
  const names = new Map<number, string>()
  return (event) => {
    if (event.type === 'message-start') {
      const messageId = freeId(event.messageId, taken)
      return messageId === event.messageId ? event : { ...event, messageId }
    }
    if (event.type === 'part-start' && event.kind === 'tool-call') {
      const callId = freeId(event.callId, taken)
      taken.add(callId)
      names.set(event.part, callId)
      return callId === event.callId ? event : { ...event, callId }
    }
    if (event.type !== 'part-end' || !('id' in event.value)) return event
    const id = names.get(event.part)
    return id === undefined || event.value.id === id ? event : { ...event, value: { ...event.value, id } }
  }
}

function takenIds(messages: readonly Message[]): Set<string> {
  const taken = new Set<string>()
  for (const message of messages) {
    taken.add(message.id)
    if (message.role === 'assistant') for (const part of message.parts) if ('id' in part) taken.add(part.id)
  }
  return taken
}

function freeId(id: string, taken: ReadonlySet<string>): string {
  let free = id
  for (let count = 2; taken.has(free); count++) free = `${id}-${count}`
  return free
}
