import { filledTemplate, isFilled, type McpClient, type McpItem, type McpServer } from '@parley/browser/mcp'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { Characters } from '../code/characters.tsx'
import { useLateWords } from '../language/late-words.ts'
import { errorSentence } from '../language/sentences.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { FIELD } from '../settings/setting-row.tsx'
import type { McpService } from '../studio/studio-services.ts'
import type { ServedAttachment } from '../thread/attached/attachment.ts'
import { useMcpShelf } from './use-mcp-shelf.ts'

interface AttachDialogProps {
  readonly mcp: McpService
  readonly onAttach: (attachment: ServedAttachment) => void
  readonly onClose: () => void
}

interface Offer {
  readonly server: McpServer
  readonly item: McpItem
}

type Values = Readonly<Record<string, string>>

/** What the servers that run have to read and to say, to be put into the next message. */
export default function AttachDialog({ mcp: { client, shelf }, onAttach, onClose }: AttachDialogProps) {
  const words = useLateWords()
  const { servers } = useMcpShelf(shelf)
  const { offers, said, setSaid } = useOffers(client, servers)
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<Offer>()
  const isAsking = useRef(false)
  const attach = async (offer: Offer, values: Values) => {
    // A second press while the server answers would attach it twice.
    if (isAsking.current) return
    isAsking.current = true
    setSaid(words.mcp.busy)
    try {
      onAttach(await attachmentOf(client, offer, values))
    } catch (error) {
      setSaid(words.said(errorSentence(error)))
    }
    isAsking.current = false
  }
  const choose = (offer: Offer) => (offer.item.fields.length > 0 ? setChosen(offer) : void attach(offer, {}))
  const wanted = offers?.filter((offer) => textOf(offer).includes(search.trim().toLowerCase())) ?? []
  return (
    <Dialog open onClose={onClose} title={words.composer.attach} description={words.mcp.attachHint}>
      {chosen ? (
        <FieldsForm offer={chosen} onBack={() => setChosen(undefined)} onAttach={(values) => void attach(chosen, values)} />
      ) : (
        <>
          <input
            type="search"
            aria-label={words.mcp.attachSearch}
            placeholder={words.mcp.attachSearch}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            className={`${FIELD} mb-2 w-full`}
          />
          <ul className="min-h-0 flex-1 overflow-y-auto">
            {wanted.map((offer) => (
              <li key={`${offer.server.id} ${offer.item.kind} ${offer.item.key}`}>
                <OfferButton offer={offer} onChoose={() => choose(offer)} />
              </li>
            ))}
          </ul>
          {offers && wanted.length === 0 && <p className="text-[13px] text-soft">{words.mcp.attachNone}</p>}
        </>
      )}
      <p role="status" className="mt-2 text-[13px] wrap-anywhere text-soft empty:hidden">
        {offers === undefined ? words.mcp.busy : said}
      </p>
    </Dialog>
  )
}

const textOf = ({ server, item }: Offer) => `${server.label} ${item.title} ${item.key} ${item.description}`.toLowerCase()

/** A server that cannot be asked costs nobody else's. */
function useOffers(client: McpClient, servers: readonly McpServer[]) {
  const [offers, setOffers] = useState<readonly Offer[]>()
  const [said, setSaid] = useState<string>()
  // Asked once, when it is opened: a list that moves under the finger is worse than one that is a minute old.
  const [running] = useState(() => servers.filter(({ status }) => status === 'ready'))
  useEffect(() => {
    let left = false
    const all = running.map(async (server) => {
      const items = await client.items(server.id).catch(() => [])
      return items.map((item) => ({ server, item }))
    })
    void Promise.all(all).then((lists) => void (left || setOffers(lists.flat())))
    return () => {
      left = true
    }
  }, [client, running])
  return { offers, said, setSaid }
}

async function attachmentOf(client: McpClient, { server, item }: Offer, values: Values): Promise<ServedAttachment> {
  const uri = item.kind === 'template' ? filledTemplate(item.key, values) : item.key
  const parts = item.kind === 'prompt' ? await client.prompt(server.id, item.key, values) : await client.resource(server.id, uri)
  return { id: crypto.randomUUID(), name: item.kind === 'template' ? uri : item.title, source: server.label, parts }
}

function OfferButton({ offer: { server, item }, onChoose }: { readonly offer: Offer; readonly onChoose: () => void }) {
  const words = useLateWords()
  return (
    <button type="button" onClick={onChoose} className="block w-full rounded-lg px-2.5 py-2 text-left text-sm hover:bg-well">
      <span className="block font-medium wrap-anywhere">
        <Characters text={item.title} />
        <span className="ml-2 text-xs font-normal text-faint">
          {words.mcp.itemKind[item.kind]} · <Characters text={server.label} />
        </span>
      </span>
      {item.title !== item.key && (
        <span className="block font-mono text-xs break-all text-soft">
          <Characters text={item.key} />
        </span>
      )}
      <span className="line-clamp-2 text-[13px] wrap-anywhere text-soft">
        <Characters text={item.description} />
      </span>
    </button>
  )
}

interface FieldsFormProps {
  readonly offer: Offer
  readonly onBack: () => void
  readonly onAttach: (values: Values) => void
}

/** The variables of an address, or the arguments of a prompt. */
function FieldsForm({ offer: { item }, onBack, onAttach }: FieldsFormProps) {
  const words = useLateWords()
  const id = useId()
  const [values, setValues] = useState<Values>({})
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onAttach(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')))
  }
  return (
    <form onSubmit={submit} className="min-h-0 flex-1 space-y-3 overflow-y-auto">
      <p className="text-sm font-medium wrap-anywhere">
        <Characters text={item.title} />
      </p>
      {item.fields.map(({ name, description, isRequired }) => (
        <div key={name}>
          <label htmlFor={`${id}${name}`} className="block text-[13px] wrap-anywhere">
            <span className="font-mono font-medium">
              <Characters text={name} />
            </span>
            {!isRequired && <span className="ml-2 text-xs text-faint">{words.edit.optional}</span>}
            <span className="block text-xs text-soft">
              <Characters text={description} />
            </span>
          </label>
          <input
            id={`${id}${name}`}
            value={values[name] ?? ''}
            onChange={(event) => setValues({ ...values, [name]: event.target.value })}
            className={`${FIELD} w-full`}
          />
        </div>
      ))}
      <div className="flex gap-2">
        <Button type="submit" tone="primary" disabled={!isFilled(item, values)}>
          {words.mcp.attachIt}
        </Button>
        <Button onClick={onBack}>{words.mcp.back}</Button>
      </div>
    </form>
  )
}
