import { Characters } from '../code/characters.tsx'
import { type LateWords, useLateWords } from '../language/late-words.ts'
import { useLanguageTag } from '../language/words.tsx'
import type { SeenRequest } from './read-traffic.ts'

interface TrafficListProps {
  readonly requests: readonly SeenRequest[]
  readonly onOpen: (id: string) => void
}

export function TrafficList({ requests, onOpen }: TrafficListProps) {
  const words = useLateWords()
  if (requests.length === 0) return <p className="p-2 text-sm text-soft">{words.traffic.none}</p>
  return (
    <>
      <p className="text-xs text-faint">{words.traffic.kept}</p>
      <ul aria-label={words.traffic.list} className="min-h-0 flex-1 divide-y divide-line overflow-y-auto">
        {requests.map((request) => (
          <li key={request.id}>
            <button
              type="button"
              data-traffic={request.id}
              onClick={() => onOpen(request.id)}
              className="w-full rounded-lg px-2 py-2 text-left hover:bg-well"
            >
              <TrafficLine request={request} />
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

function TrafficLine({ request }: { readonly request: SeenRequest }) {
  const words = useLateWords()
  const tag = useLanguageTag()
  return (
    <>
      <span className="flex flex-wrap items-baseline gap-x-2 text-[13px]">
        <span className="text-xs text-faint tabular-nums">{new Date(request.at).toLocaleTimeString(tag)}</span>
        <span translate="no" className="font-medium wrap-anywhere">
          <Characters text={request.client} />
        </span>
        <span className="min-w-0 flex-1 font-mono text-xs wrap-anywhere text-soft">
          <Characters text={request.model} />
        </span>
        <Ending request={request} />
      </span>
      <span className="mt-0.5 block text-xs wrap-anywhere text-soft">{factsOf(request, words, tag).join(' · ')}</span>
    </>
  )
}

/** How it stands with a request: its status, or that it is under way. */
export function Ending({ request }: { readonly request: SeenRequest }) {
  const words = useLateWords()
  const { end, status } = request
  if (end === undefined) return <span className="text-xs text-wait">{words.traffic.underWay}</span>
  const bad = end === 'fault' || end === 'refused'
  const tone = bad ? 'text-bad' : end === 'left' ? 'text-wait' : 'text-good'
  return (
    <span className={`text-xs font-medium ${tone}`}>
      {status ?? '–'} {end in words.traffic.end ? words.traffic.end[end as keyof LateWords['traffic']['end']] : end}
    </span>
  )
}

/** The numbers of a request, those that are known. */
export function factsOf(request: SeenRequest, words: LateWords, tag: string): readonly string[] {
  const { path, speech, ms, firstMs, input, output, cached, held, estimated, calls, flaws } = request
  const writing = ms === undefined || firstMs === undefined || estimated ? 0 : ms - firstMs
  const amount = (count: number) => `${estimated ? '≈ ' : ''}${count.toLocaleString(tag)}`
  const seconds = (milliseconds: number) => (milliseconds / 1000).toLocaleString(tag, { maximumFractionDigits: 2 })
  return [
    path,
    ...(speech === undefined ? [] : [speech]),
    ...(ms === undefined ? [] : [words.traffic.took({ seconds: seconds(ms) })]),
    ...(firstMs === undefined ? [] : [words.traffic.first({ seconds: seconds(firstMs) })]),
    ...(input + output === 0 ? [] : [words.traffic.tokens({ input: amount(input), output: amount(output) })]),
    ...(writing > 0 && output > 1 ? [words.traffic.speed({ speed: amount(Math.round((output * 1000) / writing)) })] : []),
    ...(cached === undefined || cached === 0 ? [] : [words.traffic.cached({ count: amount(cached) })]),
    ...(held ? [words.traffic.held] : []),
    ...(calls === 0 ? [] : [words.traffic.calls({ count: calls })]),
    ...(flaws === 0 ? [] : [words.traffic.flaws({ count: flaws })]),
  ]
}
