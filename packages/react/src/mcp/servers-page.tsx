import { use, useEffect } from 'react'
import { useLateWords } from '../language/late-words.ts'
import { Button } from '../parts/button.tsx'
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
  const { servers, tools, mayEdit, problem } = useMcpShelf(shelf)
  useEffect(() => void shelf.refresh(), [shelf])
  return (
    <>
      <p className="mb-2 text-[13px] text-soft">{words.mcp.hint}</p>
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
          mayRemove={mayEdit && server.isOwn}
        />
      ))}
      {mayEdit && <AddServers client={client} onAdded={() => void shelf.refresh()} />}
    </>
  )
}
