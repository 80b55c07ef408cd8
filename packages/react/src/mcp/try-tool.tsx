import type { McpClient, McpTool } from '@parley/browser/mcp'
import { isJsonObject } from '@parley/dialects'
import { useId, useState } from 'react'
import { Characters } from '../code/characters.tsx'
import { useLateWords } from '../language/late-words.ts'
import { errorSentence } from '../language/sentences.ts'
import { Button, Named } from '../parts/button.tsx'
import { FIELD } from '../settings/setting-row.tsx'

/** A person calls a tool by hand; no model hears of it. */
export function TryTool({ client, tool }: { readonly client: McpClient; readonly tool: McpTool }) {
  const words = useLateWords()
  const id = useId()
  const [text, setText] = useState('{}')
  const [said, setSaid] = useState<string>()
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    setSaid(await resultOf(client, tool, text).catch((error: unknown) => words.said(errorSentence(error))))
    setBusy(false)
  }
  return (
    <details className="mt-1 text-[13px]">
      <summary className="parley-summary text-soft">{words.mcp.tryIt}</summary>
      <label htmlFor={id} className="mt-2 block text-soft">
        {words.mcp.tryInput}
      </label>
      <textarea
        id={id}
        value={text}
        onChange={(event) => setText(event.target.value)}
        rows={3}
        spellCheck={false}
        className={`${FIELD} w-full font-mono text-xs`}
      />
      <Button disabled={busy} onClick={() => void run()}>
        <Named shown={words.mcp.call} spoken={words.action.full({ verb: words.mcp.call, sentence: tool.tool })} />
      </Button>
      <pre role="status" className="mt-2 max-h-52 overflow-auto font-mono text-xs break-words whitespace-pre-wrap">
        {busy ? words.mcp.busy : said !== undefined && <Characters text={said} />}
      </pre>
    </details>
  )
}

async function resultOf(client: McpClient, { name, fingerprint }: McpTool, text: string): Promise<string> {
  const input: unknown = JSON.parse(text)
  if (!isJsonObject(input)) throw new SyntaxError('{ … }')
  const callId = `try.${crypto.randomUUID()}`
  for await (const event of client.call({ callId, name, input, fingerprint }, new AbortController().signal)) {
    if (event.type !== 'end') continue
    const parts = [...event.result.content, ...event.result.forPerson]
    return parts.map((part) => (part.type === 'text' ? part.text : `[${part.mediaType}]`)).join('\n')
  }
  return ''
}
