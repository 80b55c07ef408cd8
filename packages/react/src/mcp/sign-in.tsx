import type { McpServer } from '@parley/browser/mcp'
import { useEffect, useState } from 'react'
import { useLateWords } from '../language/late-words.ts'
import { errorSentence } from '../language/sentences.ts'
import { Button, Named } from '../parts/button.tsx'
import type { McpService } from '../studio/studio-services.ts'

interface SignInProps {
  readonly server: McpServer
  readonly mcp: McpService
}

/** Where to go is shown before anybody goes there; who comes back to this page has perhaps signed in. */
export function SignIn({ server, mcp }: SignInProps) {
  const words = useLateWords()
  const [address, setAddress] = useState<URL>()
  const [problem, setProblem] = useState<string>()
  const { client, shelf } = mcp
  useEffect(() => {
    if (!address) return undefined
    const back = () => void shelf.refresh([server.id])
    window.addEventListener('focus', back)
    return () => window.removeEventListener('focus', back)
  }, [address, shelf, server.id])
  const begin = async () => {
    setProblem(undefined)
    await client.login(server.id).then(setAddress, (error: unknown) => setProblem(words.said(errorSentence(error))))
  }
  return (
    <p className="mt-2 flex flex-wrap items-center gap-3 rounded-lg bg-parley-wash px-3 py-2 text-[13px]">
      {address ? (
        <a
          href={address.href}
          target="_blank"
          rel="noopener noreferrer"
          className="font-medium wrap-anywhere text-parley underline"
        >
          {words.mcp.signInAt({ host: address.host })}
        </a>
      ) : (
        <Button tone="primary" onClick={() => void begin()}>
          <Named shown={words.mcp.signIn} spoken={words.action.full({ verb: words.mcp.signIn, sentence: server.label })} />
        </Button>
      )}
      <span className="min-w-0 flex-1 basis-52 text-soft">{problem ?? words.mcp.signInHint}</span>
    </p>
  )
}
