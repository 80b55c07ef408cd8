import { useCallback, useEffect, useRef, useState } from 'react'
import { useLateWords } from '../language/late-words.ts'
import { Button } from '../parts/button.tsx'
import { Problem } from '../parts/problem.tsx'
import type { PythonService } from '../studio/studio-services.ts'
import { FIELD, SettingRow } from './setting-row.tsx'
import { useSettings } from './use-settings.tsx'

/** Where the makers of Pyodide put what belongs to this version of it. */
const USUAL_ADDRESS = 'https://cdn.jsdelivr.net/pyodide/v314.0.7/full/'
const WANTED = ['numpy', 'pandas', 'matplotlib']

/** Whether Python is offered, and what there is for it beyond the standard library. */
export function PythonRows({ python }: { readonly python: PythonService }) {
  const words = useLateWords()
  const [settings, change] = useSettings()
  return (
    <>
      <SettingRow title={words.python.title} hint={words.python.hint}>
        {(id) => (
          <input
            id={id}
            type="checkbox"
            className="size-5"
            checked={settings.python}
            onChange={(event) => change({ python: event.target.checked })}
          />
        )}
      </SettingRow>
      {settings.python && <PackagesRow python={python} />}
    </>
  )
}

interface Trouble {
  readonly kind: 'reload' | 'wrong' | 'unreachable'
  readonly at: string
}

/** Fetches packages when it is told to, and says how far it is, or what is in the way. */
function useFetching(python: PythonService, refresh: () => void) {
  const words = useLateWords()
  const [, change] = useSettings()
  const [trouble, setTrouble] = useState<Trouble>()
  const [step, setStep] = useState<string>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const fetchFrom = async (address: string) => {
    change({ pythonPackages: address })
    if (!python.mayReach(address)) return setTrouble({ kind: 'reload', at: URL.parse(address, location.href)?.host ?? address })
    setTrouble(undefined)
    setStep('')
    const control = new AbortController()
    running.current = control
    const onProgress = ({ name, done, total }: { readonly name: string; readonly done: number; readonly total: number }) =>
      setStep(words.python.fetchingPackage({ name, done: done + 1, total }))
    try {
      const packages = await python.packages(control.signal)
      await packages.fetch({ names: WANTED, address, onProgress, signal: control.signal })
    } catch (error) {
      if (!control.signal.aborted) setTrouble(troubleOf(error, address))
    } finally {
      setStep(undefined)
      refresh()
    }
  }
  return { step, trouble, fetchFrom, stop: () => running.current?.abort() }
}

function PackagesRow({ python }: { readonly python: PythonService }) {
  const words = useLateWords()
  const [settings] = useSettings()
  const [address, setAddress] = useState(settings.pythonPackages ?? USUAL_ADDRESS)
  const { here, refresh } = useHere(python)
  const { step, trouble, fetchFrom, stop } = useFetching(python, refresh)
  const removeThem = async () => {
    await (await python.packages(AbortSignal.timeout(60_000))).forget()
    refresh()
  }
  const state = here.length > 0 ? words.python.packagesHere({ names: here.join(', ') }) : words.python.packagesNone
  return (
    <SettingRow title={words.python.packages} hint={words.python.packagesHint} wide>
      {(id) => (
        <>
          <span className="flex flex-wrap items-center gap-2">
            <input
              id={id}
              aria-label={words.python.packagesAddress}
              value={address}
              onChange={(event) => setAddress(event.target.value)}
              className={`${FIELD} min-w-0 flex-1 basis-60 font-mono`}
            />
            {step === undefined ? (
              <Button onClick={() => void fetchFrom(address)}>{words.python.fetchPackages}</Button>
            ) : (
              <Button onClick={stop}>{words.python.stopFetching}</Button>
            )}
            {here.length > 0 && <Button onClick={() => void removeThem()}>{words.python.removePackages}</Button>}
          </span>
          <p role="status" className="mt-2 text-[13px] text-soft">
            {step || state}
          </p>
          {trouble && <TroubleNote trouble={trouble} />}
        </>
      )}
    </SettingRow>
  )
}

function TroubleNote({ trouble }: { readonly trouble: Trouble }) {
  const { python } = useLateWords()
  if (trouble.kind === 'wrong') return <Problem text={python.packagesWrong({ file: trouble.at })} />
  if (trouble.kind === 'unreachable') return <Problem text={python.packagesUnreachable({ address: trouble.at })} />
  return (
    <span className="mt-2 flex flex-wrap items-center gap-2">
      <Problem text={python.packagesReload({ host: trouble.at })} />
      <Button onClick={() => location.reload()}>{python.reloadPage}</Button>
    </span>
  )
}

/** By name: the class itself would be fetched with this page. */
const troubleOf = (error: unknown, address: string): Trouble =>
  error instanceof Error && error.name === 'WrongFile'
    ? { kind: 'wrong', at: error.message.slice(error.message.lastIndexOf('/') + 1) }
    : { kind: 'unreachable', at: address }

/** The packages that are here, with their versions. Where nothing of Python was ever kept, nothing is fetched to find that out. */
function useHere(python: PythonService) {
  const [here, setHere] = useState<readonly string[]>([])
  const read = useCallback(async () => {
    const found = (await isKept()) ? await (await python.packages(AbortSignal.timeout(60_000))).here() : new Map<string, string>()
    return [...found].map(([name, version]) => `${name} ${version}`)
  }, [python])
  useEffect(() => void read().then(setHere), [read])
  return { here, refresh: () => void read().then(setHere) }
}

const isKept = async (): Promise<boolean> => (await globalThis.caches?.has('parley-python').catch(() => false)) ?? false
