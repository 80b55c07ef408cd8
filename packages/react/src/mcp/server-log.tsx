import type { McpClient, McpServer } from '@parley/browser/mcp'
import { useState } from 'react'
import { Characters } from '../code/characters.tsx'
import { useLateWords } from '../language/late-words.ts'
import { Button, Named } from '../parts/button.tsx'

/** What a server wrote to its error stream, when somebody wants to see it. */
export function ServerLog({ client, server }: { readonly client: McpClient; readonly server: McpServer }) {
  const words = useLateWords()
  const [lines, setLines] = useState<readonly string[]>()
  const show = async () => setLines(await client.log(server.id).catch(() => []))
  return (
    <>
      <Button aria-expanded={lines !== undefined} onClick={() => (lines ? setLines(undefined) : void show())}>
        <Named shown={words.mcp.log} spoken={words.action.full({ verb: words.mcp.log, sentence: server.label })} />
      </Button>
      {lines && (
        <section
          aria-label={words.mcp.log}
          // A region that scrolls must be reachable by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className="order-last max-h-52 w-full overflow-auto rounded-lg bg-well/70 px-3 py-2 font-mono text-xs leading-relaxed"
        >
          {lines.length === 0 && words.mcp.noLog}
          {lines.map((line, index) => (
            <div key={index} className="break-all whitespace-pre-wrap">
              <Characters text={line} />
            </div>
          ))}
        </section>
      )}
    </>
  )
}
