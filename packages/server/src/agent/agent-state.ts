import type {
  BrokenCall,
  Fault,
  JsonObject,
  Message,
  Settings,
  Summary,
  ToolCall,
  ToolResult,
  ToolSpec,
  Usage,
} from '@parley/dialects'
import type { ChatEvent } from '../chat/chat-event.ts'
import type { ServerContext } from '../server-context.ts'
import type { ChosenTool } from '../tools/remote-tool.ts'
import type { Lease } from './lease.ts'
import type { BegunCalls } from './store/begun-calls.ts'

/** One stretch of work on a thread, from a question or an answer to where somebody else must act. Nothing of it is stored. */
export interface AgentRun {
  readonly server: ServerContext
  readonly threadId: string
  readonly owner: string
  /** Once it is lost, nothing may be done or stored any more. */
  readonly lease: Lease
  /** Which calls of others' tools were begun, and what calls of programs came to, whoever began them. */
  readonly begun: BegunCalls
  /** Ends one call that is under way, by its id. */
  readonly stops: Map<string, () => void>
  /** What a model wrote of the beginning of the thread, which is told instead. */
  readonly summaries: readonly Summary[]
  /** What somebody said about calls, and about what they ask back. */
  readonly answers: ReadonlyMap<string, Answer>
  /** What programs of the page asked for, in the order asked. */
  readonly asked: readonly AskedByProgram[]
  /** Tells whoever listens. */
  readonly emit: (events: readonly ChatEvent[]) => void
}

/** One turn of a thread: a question, and everything until its answer. */
export interface Turn {
  /** Also the id of the one message that clients show for it. */
  readonly id: string
  readonly model: string
  /** Absent: what suits the model. */
  readonly dialect?: string
  /** Tools of the page, as they were declared with the question. */
  readonly tools: readonly ToolSpec[]
  /** Those of them that run programs, and teach the server's own tools as functions of a program. Absent: none does. */
  readonly programs?: readonly string[]
  /** Tools of others that the person chose for it. Absent: none. */
  readonly chosen?: readonly ChosenTool[]
  readonly settings: Settings
  readonly system: readonly Message[]
  /** Of the request that asked, for the log. Absent: it is not known. */
  readonly requestId?: string
}

/** A turn that ended before its answer: nothing more is asked of the model in it. */
export interface EndedTurn {
  readonly turnId: string
  /** Why. Absent: the user stopped it. */
  readonly fault?: Fault
}

/** Who wrote an answer, and what it took. */
export interface AnswerNote {
  /** The answer. */
  readonly id: string
  readonly model: string
  /** Absent: nobody said. */
  readonly usage?: Usage
}

/** What a thread is told from outside, and keeps until the graph has it. */
export type Inbound =
  | { readonly type: 'turn'; readonly turn: Turn; readonly messages: readonly Message[] }
  /** Where a fork begins. `known`: what calls of its last message have as their results already. */
  | {
      readonly type: 'fork'
      readonly turn: Turn
      readonly messages: readonly Message[]
      readonly known: Readonly<Record<string, ToolResult>>
      /** Absent: it was told before there were any. */
      readonly notes?: readonly AnswerNote[]
    }
  | { readonly type: 'answer'; readonly callId: string; readonly answer: Answer }
  | ({ readonly type: 'call' } & AskedByProgram)

/** A call of a tool of the server that a program makes, which the page runs while its own call waits. */
export interface AskedByProgram {
  /** The waiting call that runs the program. */
  readonly callId: string
  readonly call: InnerCall
}

export interface InnerCall {
  /** Which of the program's calls it is: `1.0`. Asked for again under it, it is the same call. */
  readonly id: string
  readonly name: string
  readonly input: JsonObject
  /** What the user made of its arguments. Absent: they are as the program wrote them. */
  readonly edited?: JsonObject
  /** The server's reason to ask that was shown to who decided. Absent: none was. */
  readonly shown?: string
  /** Who decided there: the user, or a rule of theirs. */
  readonly by: 'person' | 'rule'
}

/** What somebody said about a call that waits. */
export type Answer =
  /** `input`: what the page ran it with, where that is not what the model wrote. */
  | { readonly kind: 'result'; readonly result: ToolResult; readonly input?: JsonObject }
  | { readonly kind: 'approve'; readonly input?: JsonObject }
  | { readonly kind: 'reject'; readonly reason?: string }
  /** To what a call asks back, as its server takes it. */
  | { readonly kind: 'input'; readonly asks: number; readonly response: JsonObject }
  | { readonly kind: 'cancel' }

/** A call may ask several things back, and each answer is to one of them. */
export function answerKey(callId: string, answer: { readonly kind: Answer['kind']; readonly asks?: number }): string {
  return answer.kind === 'input' ? JSON.stringify([callId, answer.asks]) : callId
}

/** One call of an answer, on its way to a result. */
export interface CallTask {
  readonly turnId: string
  /** The answer it is part of. */
  readonly messageId: string
  readonly call: ToolCall | BrokenCall
  /** Whether the page declared a tool of this name. */
  readonly isOfPage: boolean
  /** It runs a program, which may call the server's own tools. */
  readonly mayCall?: true
  /** The tool of somebody else that it calls. Absent: it calls none. */
  readonly chosen?: ChosenTool
  /** The model has not found that tool, so what it wrote is guessed. */
  readonly isUnfound?: true
  /** It looks for tools, among these. Absent: it does not. */
  readonly among?: readonly ChosenTool[]
}
