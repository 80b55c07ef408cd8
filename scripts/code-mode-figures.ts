import {
  createBrowserJsEval,
  createExecutor,
  createFileTools,
  housePolicy,
  httpTransport,
  memoryThreadStorage,
  openConversation,
  withCodeMode,
} from '@parley/browser'
import { createMemoryFiles, toPath } from '@parley/browser/files'
import { createApp, readConfig } from '@parley/server'
import { createNodeSandbox } from '../packages/browser/src/testing/node-sandbox.ts'

/**
 * The same task by plain calls and by one program: `node scripts/run.mjs scripts/code-mode-figures.ts`. The scripted demo behind the real
 * server, the real turn and ledger; the program runs in Node, without the walls of the locked frame.
 */
const FILES = 20
const CHANGED = 5

const app = createApp(readConfig({ env: { PARLEY_DISCOVER: 'no', PARLEY_LOG: 'warn' } }))

interface Figures {
  readonly requests: number
  readonly tokens: number
  readonly seconds: number
  readonly calls: number
}

async function createTask() {
  const files = createMemoryFiles()
  for (let file = 0; file < FILES; file++) {
    const text = `# Note ${file}\n${file % (FILES / CHANGED) === 0 ? 'TODO' : 'fine'}\n${'A line of a note that somebody wrote.\n'.repeat(40)}`
    await files.write(toPath(`/work/note-${file}.md`), text, { actor: 'user' })
  }
  return files
}

async function perform(isProgram: boolean): Promise<Figures> {
  const files = await createTask()
  const tools = [createBrowserJsEval({ sandbox: createNodeSandbox() }), ...createFileTools(files)]
  const executor = createExecutor(tools)
  const storage = memoryThreadStorage()
  let requests = 0
  let characters = 0
  const conversation = await openConversation({
    threadId: 'task',
    storage,
    executor: () => (isProgram ? withCodeMode(executor) : executor),
    policy: housePolicy(),
    initialMode: 'auto',
    maxSteps: 100,
    request: () => ({ model: 'demo-scripted' }),
    respond: httpTransport({
      url: 'http://127.0.0.1/api/respond',
      async fetch(url, init) {
        requests += 1
        characters += String(init?.body).length
        return await app.request(String(url), init)
      },
    }),
  })
  const begin = performance.now()
  await conversation.send('Change TODO to DONE in every file of /work')
  await conversation.whenIdle()
  const seconds = (performance.now() - begin) / 1000
  const { messages } = conversation.getSnapshot()
  const said = messages.filter(({ role }) => role === 'assistant').map(({ parts }) => JSON.stringify(parts))
  conversation.close()
  const records = await storage.ledger.ofThread('task')
  const last = said.at(-1) ?? ''
  if (!last.includes(`in ${CHANGED} of the files`)) throw new Error(`The task went wrong: ${last}`)
  const written = records.filter(({ parent }) => parent === undefined).map(({ call }) => JSON.stringify(call.input))
  characters += [...said, ...written].join('').length
  return { requests, tokens: Math.round(characters / 4), seconds, calls: records.length }
}

const row = (what: string, plain: string | number, program: string | number): string =>
  `| ${what.padEnd(28)} | ${String(plain).padStart(11)} | ${String(program).padStart(11)} |\n`

const [plain, program] = [await perform(false), await perform(true)]
process.stdout.write(`Read ${FILES} files, change ${CHANGED}, with the scripted demo\n\n`)
process.stdout.write(row('', 'plain calls', 'one program') + row('---', '--:', '--:'))
process.stdout.write(row('requests to the model', plain.requests, program.requests))
process.stdout.write(row('tokens, in and out, about', plain.tokens, program.tokens))
process.stdout.write(row('seconds', plain.seconds.toFixed(1), program.seconds.toFixed(1)))
process.stdout.write(row('calls in the ledger', plain.calls, program.calls))
process.exit(0)
