import { faultOf, summaryQuestion } from '@parley/dialects'
import { say } from '../../words/talks.ts'
import { say as sayOfThread } from '../../words/threads.ts'
import { OK, refuse } from '../call-choices.ts'
import type { Done } from '../conversation-contract.ts'
import type { ConversationKit } from '../conversation-options.ts'
import { toldPath, toSummarise } from '../state/summaries.ts'
import { askOnce, plainRequest } from './ask-once.ts'

/** The model writes what it needs of the earlier messages. They stay; from then on it is told the summary instead. */
export async function summarise(kit: ConversationKit, signal: AbortSignal): Promise<Done> {
  const { storage, threadId, respond, now } = kit
  const stored = await storage.threads.read(threadId)
  if (!stored) return refuse(sayOfThread('thread.deleted'))
  const part = toSummarise(stored)
  if (!part) return refuse(say('thread.too-short'))
  const { model } = await kit.request(stored.thread)
  const before = toldPath(stored).summary?.text
  try {
    const text = await askOnce(
      respond,
      plainRequest(
        { model },
        summaryQuestion(
          part.nodes.map(({ message }) => message),
          before,
        ),
      ),
      signal,
    )
    if (text === '') return refuse(say('thread.no-summary'))
    const summary = { upTo: part.upTo, text, model, createdAt: now() }
    await storage.threads.change(threadId, (thread) => ({ ...thread, summaries: [...(thread.summaries ?? []), summary] }))
    return OK
  } catch (error) {
    if (signal.aborted) return refuse(sayOfThread('thread.stopped'))
    return refuse(faultOf(error) ?? say('thread.no-summary'))
  }
}

/** The model is told again what the last summary stood for. */
export async function undoSummary({ storage, threadId }: ConversationKit): Promise<Done> {
  const stored = await storage.threads.read(threadId)
  const summary = stored && toldPath(stored).summary
  if (!summary) return OK
  const { upTo, createdAt } = summary
  await storage.threads.change(threadId, ({ summaries = [], ...thread }) => {
    const left = summaries.filter((one) => one.upTo !== upTo || one.createdAt !== createdAt)
    return left.length > 0 ? { ...thread, summaries: left } : thread
  })
  return OK
}
