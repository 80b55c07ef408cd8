import {
  allowOnlyFrames,
  type Book,
  createBrowserJsEval,
  createExecutor,
  createFilesBridge,
  createFileTools,
  createSandbox,
  denyPaths,
  housePolicy,
  httpTransport,
  logExchanges,
  openConversation,
  openIndexedDbFiles,
  type Rule,
  resultGate,
  shareConversations,
  type Tool,
} from '@parley/browser'
import { type SettingsStore, type StudioSettings, type Workshop } from '@parley/react'
import { seedWorkspace } from './seed-workspace.ts'

/** Puts the parts together: files, sandbox, tools, rules, the wire to our own server. */
export async function openWorkshop(settings: SettingsStore, book: Book): Promise<Workshop> {
  const files = await openIndexedDbFiles()
  await seedWorkspace(files)
  const documents = { documentUrl: '/sandbox.html', workerDocumentUrl: '/sandbox-worker.html' }
  allowOnlyFrames(Object.values(documents))
  const sandbox = createSandbox(documents)
  void sandbox.warmUp()
  const bridge = createFilesBridge(files, (question) => policyOf(settings.get())(question))
  const tools: readonly Tool[] = [createBrowserJsEval({ sandbox, files: bridge }), ...createFileTools(files)]
  const executor = () => createExecutor(tools.filter((tool) => isOn(tool, settings.get())))
  const open = async (threadId: string) => {
    const conversation = await openConversation({
      threadId,
      book,
      executor,
      respond: httpTransport({
        url: '/api/respond',
        dialect: () => dialectOf(settings.get()),
        listen: logExchanges(threadId, { store: book.exchanges }),
      }),
      policy: (question) => policyOf(settings.get())(question),
      request: () => requestOf(settings.get()),
      language: () => settings.get().language,
      gate: resultGate(),
      example: async (broken) => (await import('./example-call.ts')).exampleCall(broken, tools),
      schedule: (show) => void requestAnimationFrame(show),
    })
    const { defaultMode } = settings.get()
    const untouched = conversation.getSnapshot().messages.length === 0 && conversation.getSnapshot().mode === 'ask'
    if (untouched && defaultMode !== 'ask') await conversation.setMode(defaultMode)
    return conversation
  }
  return { book, files, tools, executor, open: shareConversations(open) }
}

/** Locks come first; the rest is the house's own. */
const policyOf = ({ locks, paused }: StudioSettings) =>
  housePolicy({ rules: [denyPaths(locks, ['write-files', 'delete-files'], 'you'), ...(paused ? [whilePaused] : [])] })

/** The master switch. It asks and does not refuse, so that a person can still let a single call through. */
const whilePaused: Rule = () => ({
  kind: 'ask',
  firm: true,
  rule: 'paused',
  author: 'you',
  reason: 'The user has paused everything.',
})

const isOn = (tool: Tool, { toolsetsOff }: StudioSettings) => tool.toolset === undefined || !toolsetsOff.includes(tool.toolset)

const dialectOf = ({ model, dialects }: StudioSettings) => (model === undefined ? undefined : dialects[model])

function requestOf({ model = '', systemPrompt, temperature, maxTokens }: StudioSettings) {
  return {
    model,
    ...(systemPrompt.trim() !== '' && { system: systemPrompt }),
    ...((temperature !== undefined || maxTokens !== undefined) && {
      settings: { ...(temperature !== undefined && { temperature }), ...(maxTokens !== undefined && { maxTokens }) },
    }),
  }
}
