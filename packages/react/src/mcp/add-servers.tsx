import type { McpClient, ServersToAdd } from '@parley/browser/mcp'
import { useId, useState } from 'react'
import { Characters } from '../code/characters.tsx'
import { useLateWords } from '../language/late-words.ts'
import { errorSentence } from '../language/sentences.ts'
import { Button } from '../parts/button.tsx'
import { FIELD } from '../settings/setting-row.tsx'

/** Paste what a README says; every word of every command is shown before anything is added. */
export function AddServers({ client, onAdded }: { readonly client: McpClient; readonly onAdded: () => void }) {
  const words = useLateWords()
  const id = useId()
  const [text, setText] = useState('')
  const [asked, setAsked] = useState<ServersToAdd>()
  const [problem, setProblem] = useState<string>()
  const change = (next: string) => {
    setText(next)
    setAsked(undefined)
  }
  const during = (work: Promise<void>) => {
    setProblem(undefined)
    work.catch((error: unknown) => setProblem(words.said(errorSentence(error))))
  }
  const read = async () => setAsked(await client.readEntries(text))
  const add = async ({ hash }: ServersToAdd) => {
    await client.add(text, hash)
    change('')
    onAdded()
  }
  return (
    <section className="pt-4">
      <label htmlFor={id} className="block text-sm font-medium">
        {words.mcp.add}
      </label>
      <p className="text-[13px] text-soft">{words.mcp.addHint}</p>
      <textarea
        id={id}
        value={text}
        onChange={(event) => change(event.target.value)}
        rows={6}
        spellCheck={false}
        placeholder={'{ "mcpServers": { … } }'}
        className={`${FIELD} mt-2 w-full font-mono text-xs`}
      />
      {asked ? (
        <AskedServers asked={asked} onAgree={() => during(add(asked))} onCancel={() => setAsked(undefined)} />
      ) : (
        <Button disabled={text.trim() === ''} onClick={() => during(read())}>
          {words.mcp.read}
        </Button>
      )}
      <p role="status" className="text-[13px] text-bad">
        {problem}
      </p>
    </section>
  )
}

interface AskedServersProps {
  readonly asked: ServersToAdd
  readonly onAgree: () => void
  readonly onCancel: () => void
}

function AskedServers({ asked, onAgree, onCancel }: AskedServersProps) {
  const words = useLateWords()
  return (
    <div className="mt-2 rounded-lg border border-wait/50 px-3 py-2">
      <p className="text-[13px] font-medium">{words.mcp.willRun}</p>
      <ul className="mt-1 space-y-2">
        {asked.servers.map(({ label, line, names }) => (
          <li key={label} className="text-[13px]">
            <Characters text={label} />
            <code className="block text-xs break-all whitespace-pre-wrap">
              <Characters text={line} />
            </code>
            {names.length > 0 && <span className="text-soft">{words.mcp.withNames({ names: names.join(', ') })}</span>}
          </li>
        ))}
      </ul>
      <div className="mt-2 flex gap-2">
        <Button tone="primary" onClick={onAgree}>
          {words.mcp.agree}
        </Button>
        <Button onClick={onCancel}>{words.mcp.cancel}</Button>
      </div>
    </div>
  )
}
