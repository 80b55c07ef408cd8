import {
  type Book,
  createBrowserJsEval,
  createExecutor,
  createFileTools,
  createSandbox,
  denyPaths,
  housePolicy,
  httpTransport,
  logExchanges,
  openConversation,
  openIndexedDbFiles,
  type Tool,
} from '@parley/browser'
import { type SettingsStore, type StudioSettings, type Workshop } from '@parley/react'
import { seedWorkspace } from './seed-workspace.ts'

/** Puts the parts together: files, sandbox, tools, rules, the wire to our own server. */
export async function openWorkshop(settings: SettingsStore, book: Book): Promise<Workshop> {
  const files = await openIndexedDbFiles()
  await seedWorkspace(files)
  const sandbox = createSandbox({ documentUrl: '/sandbox.html' })
  const tools: readonly Tool[] = [createBrowserJsEval({ sandbox }), ...createFileTools(files)]
  const executor = () => createExecutor(tools.filter((tool) => isOn(tool, settings.get())))
  return {
    book,
    files,
    tools,
    executor,
    open: (threadId) =>
      openConversation({
        threadId,
        book,
        executor,
        respond: httpTransport({
          url: '/api/respond',
          dialect: () => dialectOf(settings.get()),
          listen: logExchanges(threadId, { store: book.exchanges }),
        }),
        policy: (question) =>
          housePolicy({ rules: [denyPaths(settings.get().locks, ['write-files', 'delete-files'], 'you')] })(question),
        request: () => requestOf(settings.get()),
        language: () => settings.get().language,
      }),
  }
}

const isOn = (tool: Tool, { toolsetsOff }: StudioSettings) => tool.toolset === undefined || !toolsetsOff.includes(tool.toolset)

const dialectOf = ({ model, dialects }: StudioSettings) => (model === undefined ? undefined : dialects[model])

function requestOf({ model = '', systemPrompt, temperature, maxTokens }: StudioSettings) {
  return {
    model,
    ...(systemPrompt.trim() !== '' && { system: systemPrompt }),
    settings: { ...(temperature !== undefined && { temperature }), ...(maxTokens !== undefined && { maxTokens }) },
  }
}
