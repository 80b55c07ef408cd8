import { isJsonObject } from '@parley/dialects'
import { useEffect, useState } from 'react'
import { useLateWords } from '../language/late-words.ts'
import { Button } from '../parts/button.tsx'
import { SettingRow } from './setting-row.tsx'

interface Me {
  readonly name: string
  readonly signOut: string
}

/** Who the server says is there. Undefined: nobody signed in, or it does not say where out is. */
async function readMe(signal: AbortSignal): Promise<Me | undefined> {
  const response = await fetch('/api/me', { signal })
  const me: unknown = await response.json()
  if (!response.ok || !isJsonObject(me)) return undefined
  const { name, signOut } = me
  return typeof name === 'string' && typeof signOut === 'string' ? { name, signOut } : undefined
}

/** The name somebody signed in by, and the way out. Nothing where nobody has to. */
export function SignedIn() {
  const words = useLateWords()
  const [me, setMe] = useState<Me>()
  useEffect(() => {
    const leaving = new AbortController()
    // A server that cannot be asked is told of where something is asked of it.
    readMe(leaving.signal).then(setMe, () => undefined)
    return () => leaving.abort()
  }, [])
  if (!me) return null
  return (
    <SettingRow title={words.settings.signedIn({ name: me.name })} hint={words.settings.signedInHint}>
      {(id) => (
        <Button id={id} onClick={() => location.assign(me.signOut)}>
          {words.settings.signOut}
        </Button>
      )}
    </SettingRow>
  )
}
