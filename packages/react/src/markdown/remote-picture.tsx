import { isJsonObject } from '@parley/dialects'
import { Image as ImageIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Characters } from '../code/characters.tsx'
import { useLateWords } from '../language/late-words.ts'
import { Button } from '../parts/button.tsx'

interface RemotePictureProps {
  /** As a browser writes it out: this and nothing else is asked for. */
  readonly address: string
  readonly alt: string
  /** The locked document it is shown in; what it may reach stands in its address. */
  readonly frame: string
}

interface Size {
  readonly width: number
  readonly height: number
}

type State = 'offered' | 'fetched' | 'failed'

/** A picture of somebody else: its whole address first, and the picture in a locked frame once a person has asked for it. */
export function RemotePicture({ address, alt, frame }: RemotePictureProps) {
  const { shown } = useLateWords()
  const [state, setState] = useState<State>('offered')
  const { host } = new URL(address)
  if (state === 'fetched') return <PictureFrame address={address} alt={alt} frame={frame} onState={setState} />
  return (
    <span
      data-testid="remote-picture"
      className="my-2 flex w-fit max-w-full flex-col items-start gap-1 rounded-lg border border-line bg-well/60 px-3 py-2 text-[13px]"
    >
      <span className="flex max-w-full items-center gap-1.5 font-medium">
        <ImageIcon aria-hidden="true" className="size-4 shrink-0 text-faint" />
        <span className="min-w-0 wrap-anywhere">
          <Characters text={alt === '' ? shown.pictureAt({ host }) : alt} />
        </span>
      </span>
      <span role="status" className="text-soft">
        {state === 'failed' ? shown.pictureFailed({ host }) : shown.pictureTells({ host })}
      </span>
      <span translate="no" className="font-mono text-xs wrap-anywhere text-soft">
        <Characters text={address} />
      </span>
      <span className="mt-1 flex flex-wrap items-center gap-2">
        <Button onClick={() => setState('fetched')}>{shown.showPicture}</Button>
        <a href={address} target="_blank" rel="noreferrer noopener nofollow">
          {shown.openPicture}
        </a>
      </span>
    </span>
  )
}

const TALLEST = 512
const WAITING_HEIGHT = 96

function PictureFrame({ address, alt, frame, onState }: RemotePictureProps & { readonly onState: (state: State) => void }) {
  const { shown } = useLateWords()
  const place = useRef<HTMLIFrameElement>(null)
  const [size, setSize] = useState<Size>()
  useEffect(() => {
    const theirs = () => place.current?.contentWindow
    const hear = ({ source, data }: MessageEvent<unknown>) => {
      if (!source || source !== theirs() || !isJsonObject(data)) return
      if (data['method'] === 'ui/notifications/sandbox-proxy-ready')
        return theirs()?.postMessage(
          { method: 'ui/notifications/sandbox-resource-ready', params: { html: pageOf(address) } },
          '*',
        )
      const told = sizeIn(data)
      if (told) setSize(told)
      else onState('failed')
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [address, onState])
  const { host, origin } = new URL(address)
  const width = size && Math.min(size.width, (TALLEST * size.width) / size.height)
  return (
    <iframe
      ref={place}
      title={alt === '' ? shown.pictureAt({ host }) : alt}
      src={`${frame}?${new URLSearchParams({ resource: origin })}`}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      data-testid="fetched-picture"
      style={size ? { width, aspectRatio: `${size.width} / ${size.height}` } : { height: WAITING_HEIGHT }}
      className="my-2 block max-w-full rounded-lg border border-line bg-white"
    />
  )
}

const isSide = (value: unknown): value is number => typeof value === 'number' && value > 0 && value < 100_000

function sizeIn({ width, height }: { readonly width?: unknown; readonly height?: unknown }): Size | undefined {
  return isSide(width) && isSide(height) ? { width, height } : undefined
}

const QUOTED: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }

/** Nothing but the picture, and the word of how large it is. Zero: it did not come. */
const pageOf = (address: string): string => `<!doctype html><meta charset="utf-8">
<style>html, body { margin: 0; background: #fff } img { display: block; width: 100%; height: auto }</style>
<img alt="" src="${address.replaceAll(/[&"<>]/g, (character) => QUOTED[character] ?? '')}">
<script>
  const [picture] = document.images
  const tell = () => parent.postMessage({ width: picture.naturalWidth, height: picture.naturalHeight }, '*')
  picture.onload = picture.onerror = tell
  if (picture.complete) tell()
</script>`
