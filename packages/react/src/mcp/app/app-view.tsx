import { type KnownCall, type Verdict } from '@parley/browser'
import { type AppHost, type AppHostOptions, createAppHost, type McpView } from '@parley/browser/mcp'
import { isJsonObject, type JsonObject, type ToolResult } from '@parley/dialects'
import { useEffect, useRef, useState } from 'react'
import { Characters } from '../../code/characters.tsx'
import { useLateWords } from '../../language/late-words.ts'
import { errorSentence } from '../../language/sentences.ts'
import { Button } from '../../parts/button.tsx'
import { useSettings } from '../../settings/use-settings.tsx'
import type { McpService } from '../../studio/studio-services.ts'
import { useViewQuestions, type ViewQuestion, ViewQuestionBar } from './view-questions.tsx'

interface AppViewProps {
  readonly call: KnownCall
  readonly view: { readonly server: string; readonly uri: string }
  readonly mcp: Promise<McpService>
  readonly threadId: string
  /** Words for the composer. */
  readonly onMessage: (text: string) => void
}

/** What a server draws of a result, in a locked frame, once a person wants to see it. */
export default function AppView(props: AppViewProps) {
  const words = useLateWords()
  const [shown, setShown] = useState<{ readonly document: McpView; readonly reaches: boolean }>()
  const [asked, setAsked] = useState<McpView>()
  const [problem, setProblem] = useState<string>()
  const open = async () => {
    const service = await props.mcp
    const document = await service.client.view(props.view.server, props.view.uri)
    const domains = domainsOf(document)
    const tool = toolOf(service, props.call)
    const reaches = domains.length > 0 && tool !== undefined && (await service.mayReach(tool, domains))
    if (domains.length > 0 && !reaches) setAsked(document)
    else setShown({ document, reaches })
  }
  const show = async (reaches: boolean) => {
    if (!asked) return
    const service = await props.mcp
    const tool = toolOf(service, props.call)
    if (reaches && tool) await service.letReach(tool, domainsOf(asked))
    setShown({ document: asked, reaches })
    setAsked(undefined)
  }
  if (shown) return <Frame {...props} {...shown} />
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2 text-[13px]">
      {asked ? (
        <>
          <span className="w-full wrap-anywhere">
            <Characters text={words.mcp.viewReaches({ hosts: domainsOf(asked).join(', ') })} />
          </span>
          <Button onClick={() => void show(false)}>{words.mcp.viewLocked}</Button>
          <Button onClick={() => void show(true)}>{words.mcp.viewLet}</Button>
        </>
      ) : (
        <Button onClick={() => void open().catch((error: unknown) => setProblem(words.said(errorSentence(error))))}>
          {words.mcp.viewShow({ server: props.view.server })}
        </Button>
      )}
      <span role="status" className="text-bad">
        {problem}
      </span>
    </div>
  )
}

/** As it is in use now. Undefined: it was switched off since, and nothing is remembered for it. */
const toolOf = ({ shelf }: McpService, { record }: KnownCall) => shelf.tools().find(({ spec }) => spec.name === record.call.name)

const domainsOf = ({ connect, resource }: McpView) => [...new Set([...connect, ...resource])]

/** The document that it is written into: nothing is granted but what stands in the address. */
function addressOf({ connect, resource }: McpView, reaches: boolean): string {
  const query = new URLSearchParams()
  if (reaches) {
    for (const domain of connect) query.append('connect', domain)
    for (const domain of resource) query.append('resource', domain)
  }
  return `/mcp-view.html?${query}`
}

interface FrameProps extends AppViewProps {
  readonly document: McpView
  readonly reaches: boolean
}

const LEAST_HEIGHT = 120

function Frame({ call, view, mcp, threadId, onMessage, document, reaches }: FrameProps) {
  const words = useLateWords()
  const [{ language }] = useSettings()
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(LEAST_HEIGHT)
  const questions = useViewQuestions()
  const { ask } = questions
  useEffect(() => {
    const theirs = () => frame.current?.contentWindow
    const send = (message: JsonObject) => theirs()?.postMessage(message, '*')
    const host = hostOf({ call, view, mcp, threadId, onMessage }, { send, ask, language, onHeight: setHeight })
    let isWritten = false
    const hear = ({ source, data }: MessageEvent<unknown>) => {
      if (!source || source !== theirs()) return
      const isReady = isJsonObject(data) && data['method'] === 'ui/notifications/sandbox-proxy-ready'
      if (!isReady) return host.hear(data)
      if (!isWritten) send({ jsonrpc: '2.0', method: 'ui/notifications/sandbox-resource-ready', params: { html: document.html } })
      isWritten = true
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [call, view, mcp, threadId, onMessage, document, language, ask])
  return (
    <div className="mt-2" data-testid="app-view">
      <ViewQuestionBar {...questions} server={view.server} />
      <iframe
        ref={frame}
        title={words.mcp.viewOf({ server: view.server })}
        src={addressOf(document, reaches)}
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        style={{ height }}
        className="w-full rounded-lg border border-line bg-white"
      />
    </div>
  )
}

interface HostParts extends Pick<AppHostOptions, 'send' | 'language' | 'onHeight'> {
  readonly ask: (question: ViewQuestion) => Promise<boolean>
}

/** What a view may ask for, and who decides about it. */
function hostOf({ call, view, mcp, threadId, onMessage }: AppViewProps, { send, ask, language, onHeight }: HostParts): AppHost {
  return createAppHost({
    send,
    input: call.record.decision?.kind === 'edit' ? call.record.decision.input : call.record.call.input,
    result: asCallResult(call.record.result),
    tool: { name: call.record.call.name, inputSchema: { type: 'object' } },
    theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
    language,
    callTool: async (name, input) => {
      const service = await mcp
      const tool = service.shelf.viewTool(view.server, name)
      if (!tool) throw new Error(`There is no tool ${name.slice(0, 100)} that a view of this server may call.`)
      const verdict = await service.judge(threadId, tool, input)
      if (!(await mayRun(verdict, () => ask({ kind: 'call', tool: tool.spec.name, input }))))
        throw new Error('The person said no.')
      return asCallResult(await service.run(tool, input))
    },
    readResource: async (uri) => {
      if (!uri.startsWith('ui://')) throw new Error('A view reads only what begins with ui://.')
      const read = await (await mcp).client.view(view.server, uri)
      return { contents: [{ uri, mimeType: 'text/html;profile=mcp-app', text: read.html }] }
    },
    openLink: async (url) => {
      if (!/^https?:\/\//.test(url)) throw new Error('Only addresses of the web are opened.')
      if (!(await ask({ kind: 'link', url }))) throw new Error('The person said no.')
      window.open(url, '_blank', 'noopener,noreferrer')
    },
    onMessage,
    onHeight,
  })
}

/** A rule may allow or forbid it; else a person decides. No model made this call. */
async function mayRun(verdict: Verdict, ask: () => Promise<boolean>): Promise<boolean> {
  if (verdict.kind === 'deny') throw new Error(verdict.reason)
  return verdict.kind === 'allow' || (await ask())
}

/** A result of ours in the words of the protocol. */
function asCallResult(result: Pick<ToolResult, 'content' | 'data' | 'outcome'> | undefined): JsonObject {
  const content = (result?.content ?? []).map((part): JsonObject => {
    if (part.type === 'text') return { type: 'text', text: part.text }
    const type = part.mediaType.startsWith('audio/') ? 'audio' : 'image'
    return { type, data: part.data, mimeType: part.mediaType }
  })
  return {
    content,
    ...(isJsonObject(result?.data) && { structuredContent: result.data }),
    isError: result !== undefined && result.outcome !== 'ok',
  }
}
