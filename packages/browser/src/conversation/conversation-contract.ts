import type { FilePart, JsonObject, JsonValue, TextPart, ToolCall, Wording } from '@parley/dialects'
import type { GrantBook, GrantOffer } from '../approval/grants.ts'
import type { Mode } from '../approval/verdict.ts'
import type { ThreadState } from './state/thread-state.ts'

/** What a person can choose on a card that waits. */
export type Choice =
  /** `hash` as shown on the card (`record.hash`). `grant` spares later questions. */
  | { readonly kind: 'allow'; readonly hash: string; readonly grant?: GrantOffer }
  /** Other arguments. Refused with a sentence when they do not fit the schema or a rule forbids them. */
  | { readonly kind: 'edit'; readonly input: JsonObject }
  /** Without `resume` the thread waits for the user; with it the model goes on and reads the reason. */
  | { readonly kind: 'reject'; readonly reason?: string; readonly resume?: boolean }

/** What a person can choose for several calls at once. */
export type ChoiceForAll =
  /** `hashes` by key, of the calls that were shown. A call that is not among them goes on waiting. */
  { readonly kind: 'allow'; readonly hashes: ReadonlyMap<string, string> } | Extract<Choice, { kind: 'reject' }>

/** What a person can choose for a result that was held back. */
export type ReviewChoice =
  | { readonly kind: 'send' }
  /** The model reads this text instead, and is told that the user shortened or changed it. */
  | { readonly kind: 'replace'; readonly text: string }
  /** The model learns only that the user kept the result back. */
  | { readonly kind: 'discard' }

/** `error` says in one sentence why nothing was changed. */
export type Done = { readonly ok: true } | { readonly ok: false; readonly error: string; readonly words?: Wording }

/** What can be done with a thread beside talking in it. */
export interface ThreadMoves {
  /** To the server with the next message, or from there back into this browser, at once and with everything in it. */
  moveTo(place: 'browser' | 'server'): Promise<Done>
  /** A new thread on the server that goes on from a checkpoint of this one. */
  fork(checkpointId: string): Promise<Done>
}

/**
 * One open thread. Every method is safe to call at any time and from several tabs; each one is written to the store
 * before it takes effect, so nothing decided here is lost by a reload.
 */
export interface Conversation {
  readonly id: string
  /** Absent: threads live in this browser only. */
  readonly moves?: ThreadMoves
  /** What runs without a question, here and elsewhere: whoever shows the cards shows these too, with the way to revoke them. */
  readonly grants: GrantBook
  subscribe(listener: () => void): () => void
  getSnapshot(): ThreadState

  /** Appends a user message and starts a turn. Calls nobody decided on expire. */
  send(message: string | readonly (TextPart | FilePart)[]): Promise<Done>
  /** Ends the answer or the running calls, and waits for the user. */
  stop(): void
  /** Asks again for the answer that failed, broke off or should be different; the old one stays as a branch. */
  retry(messageId?: string): Promise<Done>
  /** Goes on after the step budget was used up, or after a halt. `words`: what is said for the user where a thread only goes on when it is told something. */
  proceed(words?: string): Promise<Done>
  /** A new branch that starts with `message` instead of the user message `messageId`. */
  edit(messageId: string, message: string | readonly (TextPart | FilePart)[]): Promise<Done>
  /** Shows the branch that runs through `messageId`. */
  switchTo(messageId: string): Promise<Done>

  decide(key: string, choice: Choice): Promise<Done>
  /** The same choice for every call of the same answer that waits. */
  decideAll(messageId: string, choice: ChoiceForAll): Promise<Done>
  /** Takes a rejection back, as long as the model has not read it. */
  undoReject(key: string): Promise<Done>
  /** Ends a running call, or takes one out of the line; the model learns that the user stopped it. */
  stopCall(key: string): Promise<Done>
  /**
   * Runs an interrupted call again, or replaces a result that the model has not read. What it has read stays: then the
   * answer is taken up again in a new branch, where this call runs once more and the others keep their results.
   */
  runAgain(key: string, input?: JsonObject): Promise<Done>
  /** For an interrupted call: the model learns that it did not finish. */
  markFailed(key: string): Promise<Done>
  review(key: string, choice: ReviewChoice): Promise<Done>
  /** Answers a tool that waits in `human()`. */
  answer(key: string, value: JsonValue): Promise<Done>

  /** Broken calls: tells the model what was wrong, with one correct example in its dialect. */
  resendCall(key: string): Promise<Done>
  /** Broken calls: runs what a person made of it. */
  editBroken(key: string, call: { readonly name: string; readonly input: JsonObject }): Promise<Done>
  /** Broken calls: runs the call that was found where calls are not run. */
  takeOffer(key: string): Promise<Done>
  /** Broken calls: it was never meant as one. */
  treatAsText(key: string): Promise<Done>

  /** The calls in an answer without calls that another dialect than the one asked for would read. They do not run. */
  foreignCalls(messageId: string): Promise<readonly ToolCall[]>
  /** Puts a branch beside such an answer, in which each of these calls is an offer: `takeOffer` has it judged like any other. */
  readAgain(messageId: string): Promise<Done>

  setMode(mode: Mode): Promise<Done>
  rename(title: string): Promise<Done>
  /** The model gives the thread a title, once; one that a person gave stays. */
  writeTitle(): Promise<Done>
  /** The model sums up all but the last turns; from then on it is told that instead of them. They stay, and can be told again. */
  summarise(signal: AbortSignal): Promise<Done>
  undoSummary(): Promise<Done>
  /** Resolves once nothing is under way here: the thread is at its end, or a person is needed. For programs; a page subscribes. */
  whenIdle(): Promise<void>
  /** Stops listening to other tabs and ends what runs here; `shareConversations` lets it finish. The thread stays in the store. */
  close(): void
}
