import { fingerprintOfKey, type Signer, type Verified, verifyCapsule } from '@parley/browser'
import { useEffect, useRef, useState } from 'react'
import { useLateWords } from '../language/late-words.ts'
import { errorSentence } from '../language/sentences.ts'
import { useLanguageTag } from '../language/words.tsx'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/problem.tsx'

function useFingerprint(signer: Signer): string | undefined {
  const [fingerprint, setFingerprint] = useState<string>()
  useEffect(() => {
    // Without it nothing is shown; exporting says why it cannot be had.
    signer.publicKey().then(
      async (key) => setFingerprint(await fingerprintOfKey(key)),
      () => {},
    )
  }, [signer])
  return fingerprint
}

/** Says of a capsule whether it is as it was exported, without opening it. */
export function VerifyCapsule({ signer }: { readonly signer: Signer }) {
  const words = useLateWords()
  const input = useRef<HTMLInputElement>(null)
  const own = useFingerprint(signer)
  const [verified, setVerified] = useState<Verified>()
  const [problem, setProblem] = useState<unknown>()
  const verify = async (file: File) => setVerified(await verifyCapsule(new Uint8Array(await file.arrayBuffer())))
  return (
    <div className="space-y-2">
      <Button onClick={() => input.current?.click()}>{words.settings.verifyCapsule}</Button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        data-testid="verify-input"
        aria-label={words.settings.verifyCapsule}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          setVerified(undefined)
          setProblem(undefined)
          if (file) verify(file).catch(setProblem)
          event.target.value = ''
        }}
      />
      {problem !== undefined && <Problem text={errorSentence(problem)} />}
      {verified && <Finding verified={verified} own={own} />}
      {own !== undefined && <p className="text-xs text-faint wrap-anywhere">{words.settings.ownKey({ key: own })}</p>}
    </div>
  )
}

function Finding({ verified, own }: { readonly verified: Verified; readonly own: string | undefined }) {
  const words = useLateWords()
  const tag = useLanguageTag()
  if (verified.kind !== 'intact') return <Problem text={verified.said} />
  const { signedBy, exportedAt, notes } = verified
  const signed = { key: signedBy.fingerprint, algorithm: signedBy.algorithm, when: new Date(exportedAt).toLocaleString(tag) }
  return (
    <div role="status" className="space-y-1 rounded-lg bg-good-wash px-3 py-2 text-[13px] wrap-anywhere text-good">
      <p>{words.said(verified.said)}</p>
      <p>
        {words.settings.signedBy(signed)} {signedBy.fingerprint === own && words.settings.signedHere}
      </p>
      {notes.map((note) => (
        <p key={note.message}>{words.said(note)}</p>
      ))}
    </div>
  )
}
