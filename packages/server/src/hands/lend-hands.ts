import type { ChatRequest, ToolSpec } from '@parley/dialects'
import type { Answerer } from '../answerer.ts'
import { refusal } from '../http-fault.ts'
import type { ServerContext } from '../server-context.ts'
import type { Asker } from '../usage/asker.ts'
import { say } from '../words.ts'
import { askedTools, TOOLS_HEADER } from './asked-tools.ts'
import { findHandTools } from './hand-tool.ts'
import { withFinding } from './with-finding.ts'
import { withHands } from './with-hands.ts'

export interface Lent {
  /** As it goes to the model: by its own name, with the tools that it borrows. */
  readonly request: ChatRequest
  readonly answer: Answerer
}

/** What answers a request, with the tools of ours in it that its client asks for. */
export async function lendHands(
  server: ServerContext,
  request: ChatRequest,
  from: { readonly client: Request; readonly asker: Asker },
): Promise<Lent> {
  const { model, names } = await askedTools(server, request, from.client)
  const lean = model === request.model ? request : { ...request, model }
  const answer = withFinding(server.answer, server)
  if (names.length === 0 || request.toolChoice === 'none') return { request: lean, answer }
  const { tools, missing } = await findHandTools(names, { source: server.tools.source, owner: from.asker.owner })
  const theirs = request.tools ?? []
  demandDistinct(
    theirs,
    tools.map(({ spec }) => spec),
  )
  const { waiting, limits } = server
  const lending = withHands(answer, { tools, theirs: new Set(theirs.map(({ name }) => name)), waiting, limits })
  return {
    request: { ...lean, tools: [...theirs, ...tools.map(({ spec }) => spec)] },
    async answer(asked, options) {
      const answered = await lending(asked, options)
      return { ...answered, ignored: [...answered.ignored, ...missing.map((name) => `${TOOLS_HEADER}.${name}`)] }
    },
  }
}

/** A call says a name and nothing else: whose tool it is must be certain. */
function demandDistinct(theirs: readonly ToolSpec[], ours: readonly ToolSpec[]): void {
  const names = new Set(ours.map(({ name }) => name))
  const twice = theirs.find(({ name }) => names.has(name))
  if (twice) throw refusal('request/invalid', say('hands.taken', { name: twice.name }), { field: TOOLS_HEADER })
}
