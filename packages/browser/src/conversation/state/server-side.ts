import type { Sentence } from '@parley/dialects'

/** `running`: the server works on it. `waiting`: calls need the user or the page. `failed`: it stopped, and can be taken up again. */
export type ServerStatus = 'idle' | 'running' | 'waiting' | 'failed'

/** What a page knows about a thread that lives on the server, besides its messages. */
export interface ServerSide {
  /** Absent: it goes to the server with the next message. */
  readonly status?: ServerStatus
  /** False: the server does not answer at the moment, and what is shown is the last that was heard. */
  readonly reachable: boolean
  readonly steps: readonly TimelineStep[]
  /** Tools of others that were chosen for it, and that the model was not told of in the last step. Absent: it was told of all. */
  readonly notOffered?: readonly NotOffered[]
}

/** A tool that was chosen, and why the model is not told of it. */
export interface NotOffered {
  readonly name: string
  readonly why: Sentence
}

/** One step of a thread, from a question to its answer. */
export interface TimelineStep {
  /** `calls`: the model asked for tools. `results`: they were told to it. */
  readonly kind: 'question' | 'calls' | 'results' | 'answer'
  readonly id: string
  /** What was said, shortened. */
  readonly text: string
  readonly calls: readonly { readonly key: string; readonly name: string }[]
  /** Where the thread can be forked to go on from here. Absent: the server has no checkpoint of it. */
  readonly checkpoint?: Checkpoint
}

/** A place in a thread's past that it can be taken up from. */
export interface Checkpoint {
  readonly id: string
  readonly at: number
  /** How many messages the thread had then. */
  readonly messages: number
}
