import type { Fault } from '../canonical/fault.ts'
import type { JsonObject } from '../canonical/json.ts'
import type { ChatRequest, Settings, ToolSpec } from '../canonical/message.ts'
import type { StreamEvent } from '../canonical/stream-event.ts'
import type { SharedWords } from './request/request-extras.ts'

/** Turns a vendor's stream into our events. Fed one server-sent event at a time; made anew for each answer. */
export interface WireReader {
  /** `data` is the payload as text, so that a reader may take a fast lane around `JSON.parse`. Never throws on a bad payload. */
  push(data: string, eventName?: string): readonly StreamEvent[]
  /**
   * A way around the splitter: reads the whole server-sent events at the front of a piece of the stream that are only more of
   * the same. The piece must begin where an event begins. Absent: every event goes through the splitter.
   */
  skim?(piece: string): Skimmed
  /** Settles what is open. A stream that broke off without a finish reason ends in a fault. */
  end(): readonly StreamEvent[]
  /** How many payloads could not be read and were passed over. Absent: the reader does not count them. */
  readonly skipped?: number
}

/** What was read off the front of a piece of a stream. */
interface Skimmed {
  readonly events: readonly StreamEvent[]
  /** How many characters that were. */
  readonly length: number
}

/** Turns our events into a vendor's stream. Made anew for each answer. */
export interface WireWriter {
  /** Server-sent events as text, ready for the socket; empty when nothing is to be said yet. */
  push(events: readonly StreamEvent[]): string
  /** The whole answer, once it has come to its end. Absent: the format refers to no answer later. */
  readonly whole?: JsonObject | undefined
}

export interface AnswerContext {
  readonly id: string
  readonly model: string
  /** Seconds since the epoch; handed in, because this package has no clock. */
  readonly created: number
  /** The tools of the request, so that a call is written as its client knows it. Absent: as the model does. */
  readonly tools?: readonly ToolSpec[]
  /** Fields of the request that its answer repeats. Absent: none. */
  readonly echo?: JsonObject
}

export interface ReaderContext {
  /** Makes the id of a message or call that came without one. */
  readonly newId: () => string
  /** The tools of the request, so that a name the vendor forbade is found again in its answer. Absent: names stay as they come. */
  readonly tools?: readonly ToolSpec[]
}

/** One vendor format, both directions. Law: `reader(writer(events))` collects to the same message. */
export interface WireFormat {
  readonly id: string
  /** Their request → ours. Throws a `request/invalid` fault that names the field. */
  readRequest(body: unknown): ChatRequest
  /** Our request → theirs, without transport matters such as `stream`. */
  writeRequest(request: ChatRequest): JsonObject
  /** Which of these settings `writeRequest` has no room for. */
  leavesOut(settings: Settings): readonly (keyof Settings)[]
  /** What it has in common with other formats inside of messages and tools, and passes on. Absent: nothing. */
  readonly shares?: SharedWords
  createReader(context: ReaderContext): WireReader
  createWriter(context: AnswerContext): WireWriter
  /** A whole answer → our events, for providers that were asked not to stream. */
  readAnswer(body: unknown, context: ReaderContext): readonly StreamEvent[]
  /** Our events → a whole answer. */
  writeAnswer(events: readonly StreamEvent[], context: AnswerContext): JsonObject
  /** Several answers to one request → one. Absent: the format has room for one only. */
  joinAnswers?(answers: readonly JsonObject[]): JsonObject
  /** The vendor's own error shape. */
  writeFault(fault: Fault): JsonObject
}
