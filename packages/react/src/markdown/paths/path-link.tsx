import type { ReactNode } from 'react'
import { useShowAside } from '../../studio/side/side-place.ts'
import { useAnswerFiles } from './answer-files.tsx'
import { linkedFile, type NamedFile, namedFile } from './named-file.ts'

interface PathLinkProps {
  readonly children?: ReactNode
  readonly className?: string | undefined
}

/** Code in a sentence. The name of a file leads to the file, where there is a side to show it. */
export function PathCode({ children, className }: PathLinkProps) {
  const { folder } = useAnswerFiles()
  const code = <code className={className}>{children}</code>
  const file = className === undefined && typeof children === 'string' ? namedFile(children, folder) : undefined
  return file ? <ToFile file={file}>{code}</ToFile> : code
}

/** The name of a file among words. */
export function PathWords({ children }: PathLinkProps) {
  const { folder } = useAnswerFiles()
  const file = typeof children === 'string' ? namedFile(children, folder) : undefined
  return file ? <ToFile file={file}>{children}</ToFile> : children
}

/** A model chooses where its links lead: to a file of the conversation, or apart, where they learn nothing of this page. */
export function AnswerLink({ href, children }: { readonly href?: string | undefined; readonly children?: ReactNode }) {
  const { folder } = useAnswerFiles()
  if (href && /^(?:https?|mailto|tel|xmpp|ircs?):/i.test(href))
    return (
      <a href={href} target="_blank" rel="noreferrer noopener nofollow">
        {children}
      </a>
    )
  // One that leads nowhere safe has lost its address, and an address without a host would be this page.
  const file = href ? linkedFile(href, folder) : undefined
  return file ? <ToFile file={file}>{children}</ToFile> : <span>{children}</span>
}

function ToFile({ file: { path, lines }, children }: { readonly file: NamedFile; readonly children: ReactNode }) {
  const show = useShowAside()
  if (!show) return children
  const open = () => show({ tab: 'preview', path, lines })
  return (
    // A real button is a box of its own: the line would break before a full stop behind it.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <span
      role="button"
      tabIndex={0}
      data-path={path}
      onClick={open}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        open()
      }}
      className="cursor-pointer rounded text-parley underline underline-offset-2"
    >
      {children}
    </span>
  )
}
