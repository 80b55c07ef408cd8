import type { Message } from '@parley/dialects'
import { SLOWNESS } from './slowness.ts'

interface Pending {
  readonly callId: string
  readonly name: string
  readonly input: Record<string, string>
  readonly kind: 'page' | 'approval'
}

export interface ThreadDocument {
  readonly status: string
  readonly pending: readonly Pending[]
  readonly messages: readonly Message[]
  /** When the story is over. */
  readonly receipts?: readonly string[]
}

const QUESTIONS = ['Look what is in src and change the title of App.tsx.', 'What is the title now?'].map((text, index) => ({
  role: 'user',
  id: `q${index + 1}`,
  parts: [{ type: 'text', text }],
}))

/**
 * Story 3 as a stubborn client plays it: whatever breaks, it looks what became of the thread and goes on from there. The
 * page reads the file with a program, which has it signed by a tool of the server; the user changes what is written, allows it, and asks
 * once more.
 */
export async function playStory(threadId: string, urlOf: () => string, patienceMs = 20_000 * SLOWNESS): Promise<ThreadDocument> {
  const until = Date.now() + patienceMs
  let last = 'nothing yet'
  while (Date.now() < until) {
    try {
      const thread = await readThread(urlOf(), threadId)
      last = thread ? `${thread.status} with ${thread.messages.length} messages` : 'no thread'
      if (!thread) await askStory(urlOf(), threadId)
      else if (thread.status === 'idle') {
        const asked = thread.messages.filter(({ role }) => role === 'user').length
        if (asked >= QUESTIONS.length) return { ...thread, receipts: await readReceipts(urlOf(), threadId) }
        await askStory(urlOf(), threadId, asked)
      } else if (thread.status === 'waiting') {
        const answers: object[] = []
        for (const call of thread.pending) answers.push(await answerTo(call, urlOf(), threadId))
        await resume(urlOf(), threadId, answers)
      } else if (thread.status === 'failed') await resume(urlOf(), threadId, [])
      else await pause()
    } catch (error) {
      last = String(error)
      await pause()
    }
  }
  throw new Error(`The story of ${threadId} did not end: ${last}`)
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 40))

/** What the page found, or what the user made of the call. */
export async function answerTo({ callId, kind, input }: Pending, url: string, threadId: string): Promise<object> {
  if (kind === 'page') return { type: 'result', callId, content: `title: old, ${await callFromProgram(callId, url, threadId)}` }
  return { type: 'approve', callId, input: { ...input, content: 'title: new, as edited' } }
}

/** What the program of the page is answered, which the user allowed with other arguments. */
async function callFromProgram(callId: string, url: string, threadId: string): Promise<string> {
  const path = '/src/App.tsx'
  const decided = { shown: `It signs ${path}.`, by: 'person', edited: { path: '/src/App.sig' } }
  const response = await fetch(`${url}api/threads/${threadId}/call`, {
    method: 'POST',
    body: JSON.stringify({ callId, id: '1.0', name: 'sign_file', input: { path }, ...decided }),
  })
  if (!response.ok) throw new Error(await response.text())
  const { result } = (await response.json()) as { result: { content: readonly { text: string }[] } }
  return result.content.at(-1)?.text ?? ''
}

async function readReceipts(url: string, threadId: string): Promise<readonly string[]> {
  const response = await fetch(`${url}api/threads/${threadId}/receipts`)
  const { chain } = (await response.json()) as { chain: readonly { facts: { name: string; decision: string } }[] }
  return chain.map(({ facts }) => `${facts.name} ${facts.decision}`)
}

export async function readThread(url: string, threadId: string): Promise<ThreadDocument | undefined> {
  const response = await fetch(`${url}api/threads/${threadId}?checkpoints=no`)
  if (response.status === 404) return undefined
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as ThreadDocument
}

export async function askStory(url: string, threadId: string, asked = 0): Promise<void> {
  const tools = {
    read_file: { description: 'Reads a file.', parameters: { type: 'object', properties: { path: { type: 'string' } } } },
  }
  const config = { mode: 'agent', model: 'story', threadId, programs: ['read_file'] }
  const response = await fetch(`${url}api/chat`, {
    method: 'POST',
    body: JSON.stringify({ messages: [QUESTIONS[asked]], tools, config }),
  })
  if (!response.ok && response.status !== 409) throw new Error(await response.text())
  await response.text()
}

export async function sendAnswers(url: string, threadId: string, answers: readonly object[]): Promise<Response> {
  return await fetch(`${url}api/threads/${threadId}/resume`, { method: 'POST', body: JSON.stringify({ answers }) })
}

async function resume(url: string, threadId: string, answers: readonly object[]): Promise<void> {
  const response = await sendAnswers(url, threadId, answers)
  if (!response.ok && response.status !== 409) throw new Error(await response.text())
  await response.text()
}
