import { useEffect, useId, useRef, useState } from 'react'
import { useLateWords } from '../language/late-words.ts'
import { labelSentence } from '../model/model-list.ts'
import { useModels } from '../model/use-models.ts'
import { Button } from '../parts/button.tsx'
import { Select } from '../parts/select.tsx'
import { FIELD } from '../settings/setting-row.tsx'
import type { OpenedRequest } from './read-traffic.ts'
import { curlOf, forModel, replay } from './replay.ts'

/** The same request for a shell, or for another model. */
export function ReplayBar({ request }: { readonly request: OpenedRequest }) {
  const words = useLateWords()
  const [copied, setCopied] = useState(false)
  const copy = () => {
    navigator.clipboard.writeText(curlOf(request)).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      {request.body && <Button onClick={copy}>{copied ? words.action.copied : words.inspector.copyCurl}</Button>}
      <ReplayChoice request={request} />
    </div>
  )
}

function ReplayChoice({ request }: { readonly request: OpenedRequest }) {
  const words = useLateWords()
  const id = useId()
  const [models] = useModels('/api/models')
  const offered = models.kind === 'known' ? models.list.models : []
  const [chosen, setChosen] = useState<string>()
  const [stand, setStand] = useState<'idle' | 'busy' | 'failed'>('idle')
  const leaving = useRef<AbortController>(undefined)
  useEffect(() => () => leaving.current?.abort(), [])
  const { entry } = request
  const other = offered.find(({ id: name }) => name !== entry.answeredBy && name !== entry.model)
  const model = chosen ?? (other ?? offered[0])?.id
  if (model === undefined || forModel(request, model) === undefined) return null
  const send = () => {
    leaving.current = new AbortController()
    setStand('busy')
    replay(request, model, leaving.current.signal).then(
      () => setStand('idle'),
      () => setStand('failed'),
    )
  }
  return (
    <>
      <label htmlFor={id} className="text-[13px] text-soft">
        {words.traffic.replayTo}
      </label>
      <Select id={id} value={model} onChange={(event) => setChosen(event.target.value)} place="max-w-48!" className={FIELD}>
        {offered.map((offer) => (
          <option key={offer.id} value={offer.id}>
            {words.said(labelSentence(offer))}
          </option>
        ))}
      </Select>
      <Button disabled={stand === 'busy'} onClick={send}>
        {stand === 'busy' ? words.traffic.sending : words.traffic.replay}
      </Button>
      {stand === 'failed' && (
        <span role="alert" className="text-[13px] text-bad">
          {words.traffic.failed}
        </span>
      )}
    </>
  )
}
