import { type FormEvent, useState } from 'react'
import { useWords } from './use-words.tsx'

interface SignInProps {
  /** Why the last token was not taken. Absent: none was offered. */
  readonly problem?: string
  readonly onToken: (token: string) => void
}

export function SignIn({ problem, onToken }: SignInProps) {
  const words = useWords()
  const [token, setToken] = useState('')
  const enter = (event: FormEvent) => {
    event.preventDefault()
    if (token.trim() !== '') onToken(token.trim())
  }
  return (
    <form onSubmit={enter} className="m-auto w-full max-w-sm space-y-4 px-5 py-10">
      <h2 className="text-2xl font-semibold tracking-tight">{words.signIn.title}</h2>
      <p className="text-soft">{words.signIn.text}</p>
      <label className="block">
        <span className="text-sm font-medium">{words.signIn.token}</span>
        <input
          type="password"
          autoComplete="off"
          value={token}
          onChange={(event) => setToken(event.target.value)}
          className="mt-1 block min-h-11 w-full rounded-lg border border-line-strong/60 bg-sheet px-3"
        />
      </label>
      {problem !== undefined && (
        <p role="alert" className="rounded-lg border border-bad/40 bg-bad-wash px-3 py-2 text-sm text-bad">
          {problem}
        </p>
      )}
      <button type="submit" className="min-h-11 w-full rounded-lg bg-accent font-medium text-accent-ink hover:bg-accent-strong">
        {words.signIn.enter}
      </button>
    </form>
  )
}
