import type { ReactNode } from 'react'
import { useShowAside } from '../studio/side/side-place.ts'

/** A file as answers name it: `/src/App.tsx`. */
const PATH = /^\/(?:[\w.@+ -]+\/)*[\w.@+ -]+\.\w{1,8}$/

/** Code in a sentence. The name of a file leads to the file, where there is a side to show it. */
export function PathLink({ children, className }: { readonly children?: ReactNode; readonly className?: string | undefined }) {
  const show = useShowAside()
  const code = <code className={className}>{children}</code>
  if (!show || className !== undefined || typeof children !== 'string' || !PATH.test(children)) return code
  const open = () => show({ tab: 'preview', path: children })
  return (
    // A real button is a box of its own: the line would break before a full stop behind it.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <span
      role="button"
      tabIndex={0}
      data-path={children}
      onClick={open}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        open()
      }}
      className="cursor-pointer rounded text-parley underline underline-offset-2"
    >
      {code}
    </span>
  )
}
