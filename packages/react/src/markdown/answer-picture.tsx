import { ExternalLink } from 'lucide-react'
import { Characters } from '../code/characters.tsx'
import { useLateWords } from '../language/late-words.ts'
import { fetchedPart, WhenFetched } from '../parts/fetched.tsx'
import { useAnswerServices } from './answer-services.tsx'
import { useAnswerFiles } from './paths/answer-files.tsx'
import { linkedFile } from './paths/named-file.ts'
import { RemotePicture } from './remote-picture.tsx'

const AnswerFilePicture = fetchedPart(() => import('./paths/answer-file-picture.tsx'))

/** Fetching a picture tells its host what was said. Only what is already here is shown at once; the rest waits for a press, below its whole address. */
export function AnswerPicture({ src, alt = '' }: { readonly src?: unknown; readonly alt?: string | undefined }) {
  const { pictureFrame } = useAnswerServices()
  if (typeof src === 'string' && src.startsWith('data:image/')) return <img src={src} alt={alt} />
  const url = addressOf(src)
  if (url === undefined) return <OwnPicture src={String(src)} alt={alt} />
  if (pictureFrame === undefined || !canBeShown(url)) return <PictureLink url={url} alt={alt} />
  return <RemotePicture key={url.href} address={url.href} alt={alt} frame={pictureFrame} />
}

/** One of the files of the conversation. Where there are none, its words. */
function OwnPicture({ src, alt }: { readonly src: string; readonly alt: string }) {
  const { files, folder } = useAnswerFiles()
  const file = linkedFile(src, folder)
  const named = (
    <span>
      [<Characters text={alt} />]
    </span>
  )
  if (!files || !file) return named
  return (
    <WhenFetched waiting={named} failed={named}>
      <AnswerFilePicture files={files} path={file.path} alt={alt} />
    </WhenFetched>
  )
}

/** Longer than this, nobody looks at an address; whoever named it may have written anything into it. */
const MOST_ADDRESS = 600

const canBeShown = ({ protocol, username, password, href }: URL): boolean =>
  protocol === 'https:' && username === '' && password === '' && href.length <= MOST_ADDRESS

function PictureLink({ url, alt }: { readonly url: URL; readonly alt: string }) {
  const words = useLateWords()
  return (
    <a
      href={url.href}
      target="_blank"
      rel="noreferrer noopener nofollow"
      className="inline-flex max-w-full items-center gap-1.5 rounded-lg border border-line px-2.5 py-1 text-[13px] no-underline"
    >
      <ExternalLink aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="min-w-0 truncate">
        {alt !== '' && (
          <>
            [<Characters text={alt} />]{' '}
          </>
        )}
        {words.shown.pictureAt({ host: url.host })}
      </span>
    </a>
  )
}

function addressOf(src: unknown): URL | undefined {
  const url = URL.parse(String(src))
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url : undefined
}
