import { ExternalLink } from 'lucide-react'
import { Characters } from '../code/characters.tsx'
import { useLateWords } from '../language/late-words.ts'

/** Fetching a picture tells its host what was said. Only what is already here is shown; the rest opens apart, by a press that names the host. */
export function AnswerPicture({ src, alt = '' }: { readonly src?: unknown; readonly alt?: string | undefined }) {
  const words = useLateWords()
  if (typeof src === 'string' && src.startsWith('data:image/')) return <img src={src} alt={alt} />
  const host = hostOf(src)
  if (host === undefined)
    return (
      <span>
        [<Characters text={alt} />]
      </span>
    )
  return (
    <a
      href={String(src)}
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
        {words.shown.pictureAt({ host })}
      </span>
    </a>
  )
}

function hostOf(src: unknown): string | undefined {
  try {
    const url = new URL(String(src))
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.host : undefined
  } catch {
    return undefined
  }
}
