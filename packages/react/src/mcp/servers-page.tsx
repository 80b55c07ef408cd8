import type { Tool } from '@parley/browser'
import { ASSUMED_CONTEXT, loadOf } from '@parley/dialects'
import { use, useEffect } from 'react'
import { useLateWords } from '../language/late-words.ts'
import { Button } from '../parts/button.tsx'
import { useSettings } from '../settings/use-settings.tsx'
import type { McpService, StudioServices } from '../studio/studio-services.ts'
import { AddServers } from './add-servers.tsx'
import { ServerSection } from './server-section.tsx'
import { useMcpShelf } from './use-mcp-shelf.ts'

interface ServersPageProps {
  readonly mcp: Promise<McpService>
  readonly storage: StudioServices['storage']
}

/** Every MCP server: how it is, what it offers, what that costs, and what becomes of its calls. */
export function ServersPage({ mcp: loading, storage }: ServersPageProps) {
  const mcp = use(loading)
  const words = useLateWords()
  const { shelf, client } = mcp
  const { servers, tools, mayEdit, trusted, problem } = useMcpShelf(shelf)
  useEffect(() => void shelf.refresh(), [shelf])
  return (
    <>
      <p className="mb-2 text-[13px] text-soft">{words.mcp.hint}</p>
      <Load tools={shelf.tools()} />
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
          grants={storage.grants}
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
      {words.mcp.searched({ count, tokens })}{' '}
      {contextTokens === undefined && words.mcp.contextAssumed({ context: ASSUMED_CONTEXT })}
    </p>
  )
}
