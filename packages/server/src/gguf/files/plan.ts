import type { Sentence } from '@parley/dialects'
import { type GgufHeader, keptPerToken } from '@parley/dialects/model-files'
import type { EnginePlan } from '../engine/messages.ts'
import { say } from '../words.ts'

/** What a person has set; everything else is chosen. */
export interface EngineWishes {
  readonly contextTokens?: number
  readonly threads?: number
  readonly gpu?: boolean
}

export interface Computer {
  readonly cores: number
  /** Bytes that are free for it. */
  readonly freeBytes: number
}

export interface ChosenPlan extends Omit<EnginePlan, 'file'> {
  /** What it takes of the memory, in bytes. */
  readonly bytes: number
  readonly reasons: readonly Sentence[]
}

const USUAL_CONTEXT = 16_384
const LEAST_CONTEXT = 2048
/** Where the file does not say what it was trained for. */
const UNTOLD_CONTEXT = 4096
/** Of what is free, how much conversations may take at most beside the weights. */
const SHARE = 0.5
/** The engine itself, and what it computes with. */
const OVERHEAD = 250 * 2 ** 20

/** How long a conversation may be, how many there are at once, on how many cores: as much as this computer can bear, each with its reason. */
export function planFor(header: GgufHeader, fileBytes: number, computer: Computer, wishes: EngineWishes = {}): ChosenPlan {
  const trained = header.contextLength ?? UNTOLD_CONTEXT
  const perToken = keptPerToken(header)
  const room = Math.max(0, computer.freeBytes - fileBytes - OVERHEAD) * SHARE
  const most = Math.min(trained, USUAL_CONTEXT)
  const contextTokens = wishes.contextTokens ? Math.min(wishes.contextTokens, trained) : fitting(most, perToken, room)
  const slots = 2 * contextTokens * perToken <= room ? 2 : 1
  const threads = wishes.threads ?? Math.max(1, computer.cores - 1)
  const gpu = wishes.gpu ?? false
  const why = wishes.contextTokens
    ? say('gguf.why-set')
    : contextTokens < most
      ? say('gguf.why-memory')
      : say(contextTokens < trained ? 'gguf.why-enough' : 'gguf.why-trained')
  return {
    contextTokens,
    slots,
    threads,
    gpu,
    bytes: fileBytes + OVERHEAD + slots * contextTokens * perToken,
    reasons: [
      say('gguf.plan-context', { tokens: contextTokens, trained, why }),
      wishes.threads ? say('gguf.plan-threads-set', { threads }) : say('gguf.plan-threads', { threads, cores: computer.cores }),
      say(gpu ? 'gguf.plan-gpu' : 'gguf.plan-cpu'),
      say('gguf.plan-slots', { slots }),
    ],
  }
}

function fitting(most: number, perToken: number, room: number): number {
  let tokens = most
  while (tokens > LEAST_CONTEXT && tokens * perToken > room) tokens = Math.max(LEAST_CONTEXT, Math.floor(tokens / 2))
  return tokens
}
