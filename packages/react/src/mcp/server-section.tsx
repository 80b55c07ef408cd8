import type { GrantBook } from '@parley/browser'
import type { McpServer, ShelfTool } from '@parley/browser/mcp'
import { tokensOf } from '@parley/dialects'
import { useId, useState } from 'react'
import { Characters } from '../code/characters.tsx'
import { useLateWords } from '../language/late-words.ts'
import { errorSentence } from '../language/sentences.ts'
import { Button, Named } from '../parts/button.tsx'
import { Quoted } from '../parts/quoted.tsx'
import type { McpService } from '../studio/studio-services.ts'
import { ServerInputs } from './server-inputs.tsx'
import { ServerLog } from './server-log.tsx'
import { SignIn } from './sign-in.tsx'
import { ToolRow } from './tool-row.tsx'

interface ServerSectionProps {
  readonly server: McpServer
  readonly tools: readonly ShelfTool[]
  readonly mcp: McpService
  readonly grants: GrantBook
  readonly mayEdit: boolean
  readonly isTrusted: boolean
}

export function ServerSection({ server, tools, mcp, grants, mayEdit, isTrusted }: ServerSectionProps) {
  const words = useLateWords()
  const id = useId()
  const { shelf } = mcp
  const unseen = tools.filter(({ stand }) => stand === 'new').map(({ tool }) => tool.name)
  const cost = tools.filter(({ stand }) => stand === 'on').reduce((sum, { tool }) => sum + tokensOf(tool), 0)
  return (
    <section aria-labelledby={id} data-mcp-server={server.id} className="border-b border-line py-4 last:border-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 id={id} className="text-sm font-semibold wrap-anywhere">
          <Characters text={server.label} />
        </h3>
        <span data-testid="mcp-status" className={`text-[13px] ${server.status === 'failed' ? 'text-bad' : 'text-soft'}`}>
          {words.mcp.status[server.status]}
        </span>
        {cost > 0 && <span className="text-[13px] text-soft">{words.mcp.costs({ count: cost })}</span>}
      </div>
      <ServerFacts server={server} />
      <ServerButtons server={server} mcp={mcp} mayRemove={mayEdit && server.isOwn} />
      <ServerInputs server={server} mcp={mcp} mayEdit={mayEdit} />
      <Trust server={server} isTrusted={isTrusted} onChange={(on) => shelf.trust(server.id, on)} />
      {unseen.length > 0 && (
        <p className="mt-2 flex flex-wrap items-center gap-3 rounded-lg bg-parley-wash px-3 py-2 text-[13px]">
          <span className="min-w-0 flex-1 basis-52">{words.mcp.unseen({ count: unseen.length })}</span>
          <Button tone="primary" onClick={() => shelf.accept(unseen)}>
            {words.mcp.useAll}
          </Button>
        </p>
      )}
      <ul className="divide-y divide-line">
        {tools.map((item) => (
          <ToolRow key={item.tool.name} item={item} mcp={mcp} grants={grants} />
        ))}
      </ul>
      {server.leftOut.length > 0 && (
        <details className="mt-2 text-[13px] text-soft">
          <summary className="parley-summary">{words.mcp.leftOut({ count: server.leftOut.length })}</summary>
          <ul className="mt-1 list-disc pl-5">
            {server.leftOut.map(({ tool, why }, index) => (
              <li key={index} className="wrap-anywhere">
                <Characters text={tool} />: {words.said(why)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

interface TrustProps {
  readonly server: McpServer
  readonly isTrusted: boolean
  readonly onChange: (on: boolean) => void
}

function Trust({ server, isTrusted, onChange }: TrustProps) {
  const words = useLateWords()
  const id = useId()
  return (
    <div className="mt-2 flex items-start gap-2.5 text-[13px]">
      <input
        id={id}
        type="checkbox"
        className="mt-0.5 size-5 shrink-0"
        checked={isTrusted}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div>
        <label htmlFor={id} className="font-medium">
          {words.mcp.trust} <span className="sr-only">{server.label}</span>
        </label>
        <p id={`${id}-hint`} className="text-soft">
          {words.mcp.trustHint}
        </p>
      </div>
    </div>
  )
}

function ServerFacts({ server }: { readonly server: McpServer }) {
  const words = useLateWords()
  const place = server.command ?? server.host ?? ''
  const facts = [server.program, server.protocol].filter((fact) => fact !== undefined)
  return (
    <>
      <p className="mt-1 font-mono text-xs break-all text-soft">
        <Characters text={place} />
      </p>
      {facts.length > 0 && (
        <p className="text-xs wrap-anywhere text-faint">
          <Characters text={facts.join(' · ')} />
        </p>
      )}
      {server.problem && <p className="mt-1 text-[13px] wrap-anywhere text-bad">{words.said(server.problem)}</p>}
      {server.notes.map((note, index) => (
        <p key={index} className="mt-1 text-[13px] text-soft">
          <Quoted text={words.said(note)} />
        </p>
      ))}
    </>
  )
}

interface ServerButtonsProps extends Pick<ServerSectionProps, 'server' | 'mcp'> {
  readonly mayRemove: boolean
}

function ServerButtons({ server, mcp, mayRemove }: ServerButtonsProps) {
  const words = useLateWords()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { shelf, client } = mcp
  const during = async (work: () => Promise<void>) => {
    setBusy(true)
    setProblem(undefined)
    await work().catch((error: unknown) => setProblem(words.said(errorSentence(error))))
    setBusy(false)
  }
  const button = (verb: string, work: () => Promise<void>) => (
    <Button disabled={busy} onClick={() => void during(work)}>
      <Named shown={verb} spoken={words.action.full({ verb, sentence: server.label })} />
    </Button>
  )
  const restarted = async () => {
    await client.restart(server.id).finally(() => shelf.refresh([server.id]))
  }
  const stopped = async () => {
    await client.stop(server.id)
    await shelf.refresh([])
  }
  const signedOut = async () => {
    await client.logout(server.id)
    await shelf.refresh([server.id])
  }
  const removed = async () => {
    await client.remove(server.id)
    await shelf.refresh([])
  }
  return (
    <>
      <div className="mt-2 flex flex-wrap gap-2">
        {button(words.mcp.look, () => shelf.refresh([server.id]))}
        {button(words.mcp.restart, restarted)}
        {server.status === 'ready' && button(words.mcp.stop, stopped)}
        <ServerLog client={client} server={server} />
        {server.isLoggedIn && button(words.mcp.signOut, signedOut)}
        {mayRemove && button(words.mcp.remove, removed)}
      </div>
      {server.status === 'needs-login' && <SignIn server={server} mcp={mcp} />}
      <p role="status" className="text-[13px] wrap-anywhere text-bad">
        {busy ? <span className="text-soft">{words.mcp.busy}</span> : problem}
      </p>
    </>
  )
}
