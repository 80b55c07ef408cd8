import type { Language } from '@parley/react'
import { useEffect, useState } from 'react'
import { keepToken, readToken } from './kept-token.ts'
import { fetchWithToken, openRecordsApi, type RecordsApi } from './records-api.ts'
import { RecordsDesk } from './records-desk.tsx'
import { SignIn } from './sign-in.tsx'
import { useWords, WordsProvider } from './use-words.tsx'

const LANGUAGE = 'records-language'

export function App() {
  const [language, setLanguage] = useState<Language>(() => {
    const chosen = localStorage.getItem(LANGUAGE) ?? navigator.language
    return chosen.startsWith('zh') ? 'zh' : 'en'
  })
  const change = () => {
    const next = language === 'zh' ? 'en' : 'zh'
    localStorage.setItem(LANGUAGE, next)
    setLanguage(next)
  }
  return (
    <WordsProvider language={language}>
      <Gate onLanguage={change} />
    </WordsProvider>
  )
}

type Entry =
  | { readonly kind: 'checking'; readonly token: string }
  | { readonly kind: 'open'; readonly api: RecordsApi }
  | { readonly kind: 'asking'; readonly problem?: 'wrong' | 'unreachable' }

/** Nothing is shown before the server has accepted the token, and nothing once it no longer does. */
function Gate({ onLanguage }: { readonly onLanguage: () => void }) {
  const words = useWords()
  const [entry, setEntry] = useState<Entry>(() => {
    const token = readToken()
    return token === undefined ? { kind: 'asking' } : { kind: 'checking', token }
  })
  const token = entry.kind === 'checking' ? entry.token : undefined
  useEffect(() => {
    if (token === undefined) return
    const leave = new AbortController()
    const send = fetchWithToken(token, () => setEntry({ kind: 'asking', problem: 'wrong' }))
    const enter = async () => {
      try {
        const { status } = await send('/records', { signal: leave.signal })
        if (status === 401) return
        keepToken(token)
        setEntry({ kind: 'open', api: openRecordsApi(send) })
      } catch {
        if (!leave.signal.aborted) setEntry({ kind: 'asking', problem: 'unreachable' })
      }
    }
    void enter()
    return () => leave.abort()
  }, [token])
  if (entry.kind === 'open') return <RecordsDesk api={entry.api} onLanguage={onLanguage} />
  return (
    <main className="flex min-h-dvh flex-col">
      <button type="button" onClick={onLanguage} className="self-end p-4 text-sm text-soft hover:text-ink">
        {words.other}
      </button>
      {entry.kind === 'checking' ? (
        <p className="m-auto text-soft">{words.signIn.checking}</p>
      ) : (
        <SignIn
          {...(entry.problem && { problem: entry.problem === 'wrong' ? words.signIn.wrong : words.unreachable })}
          onToken={(given) => setEntry({ kind: 'checking', token: given })}
        />
      )}
    </main>
  )
}
