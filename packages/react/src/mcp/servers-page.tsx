import type { Conversation, Tool } from '@parley/browser'
import { ASSUMED_CONTEXT, loadOf } from '@parley/dialects'
import { use, useEffect, useSyncExternalStore } from 'react'
import { Characters } from '../code/characters.tsx'
import { useLateWords } from '../language/late-words.ts'
import { Button } from '../parts/button.tsx'
import { useSettings } from '../settings/use-settings.tsx'
import type { McpService, StudioServices } from '../studio/studio-services.ts'
import { useConversation } from '../studio/use-conversation.ts'
import { AddServers } from './add-servers.tsx'
import { ServerSection } from './server-section.tsx'
import { useMcpShelf } from './use-mcp-shelf.ts'

interface ServersPageProps {
  readonly mcp: Promise<McpService>
  readonly services: StudioServices
  readonly threadId: string
}

/** Every MCP server: how it is, what it offers, what that costs, and what becomes of its calls. */
export function ServersPage({ mcp: loading, services, threadId }: ServersPageProps) {
  const mcp = use(loading)
  const words = useLateWords()
  const { shelf, client } = mcp
  const { servers, tools, mayEdit, trusted, problem } = useMcpShelf(shelf)
  useEffect(() => void shelf.refresh(), [shelf])
  return (
    <>
      <p className="mb-2 text-[13px] text-soft">{words.mcp.hint}</p>
      <Load tools={shelf.tools()} />
      <NotTold services={services} threadId={threadId} />
      {problem && (
        <p role="alert" className="mb-2 text-[13px] text-bad">
          {words.said(problem)} <Button onClick={() => void shelf.refresh()}>{words.mcp.again}</Button>
        </p>
      )}
      {servers.length === 0 && !problem && <p className="text-sm text-soft">{words.mcp.none}</p>}
      {servers.map((server) => (
        <ServerSection
          key={server.id}
          server={server}
          tools={tools.filter(({ tool }) => tool.server === server.id)}
          mcp={mcp}
          grants={services.storage.grants}
          mayEdit={mayEdit}
          isTrusted={trusted.has(server.id)}
        />
      ))}
      {mayEdit && <AddServers client={client} onAdded={() => void shelf.refresh()} />}
    </>
  )
}

/** Whether the model is told of all tools that are in use, or finds them. */
function Load({ tools }: { readonly tools: readonly Tool[] }) {
  const words = useLateWords()
  const [{ contextTokens }] = useSettings()
  const { count, tokens, isSearched } = loadOf(
    tools.map(({ spec }) => spec),
    contextTokens,
  )
  if (!isSearched) return null
  return (
    <p data-testid="mcp-searched" className="mb-2 rounded-lg bg-parley-wash px-3 py-2 text-[13px]">
      {words.mcp.searched({ count, tokens })}
      {contextTokens === undefined && words.punctuation.gap + words.mcp.contextAssumed({ context: ASSUMED_CONTEXT })}
    </p>
  )
}

/** Tools that are switched on, and that the model on the server was not told of all the same. */
function NotTold({ services, threadId }: Pick<ServersPageProps, 'services' | 'threadId'>) {
  const opening = useConversation(services, threadId)
  return opening.kind === 'open' ? <NotToldIn conversation={opening.conversation} /> : null
}

function NotToldIn({ conversation }: { readonly conversation: Conversation }) {
  const words = useLateWords()
  const { notOffered = [] } = useSyncExternalStore(conversation.subscribe, conversation.getSnapshot).server ?? {}
  if (notOffered.length === 0) return null
  return (
    <div data-testid="mcp-not-told" className="mb-2 rounded-lg bg-wait-wash px-3 py-2 text-[13px]">
      <p>{words.mcp.notTold({ count: notOffered.length })}</p>
      <ul className="mt-1 list-disc pl-5">
        {notOffered.map(({ name, why }) => (
          <li key={name} className="wrap-anywhere">
            <Characters text={name} />: {words.said(why)}
          </li>
        ))}
      </ul>
    </div>
  )
}
