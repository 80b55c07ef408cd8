import type { ReactNode } from 'react'
import { useShowAside } from '../studio/side/side-place.ts'

/** A file as answers name it: `/src/App.tsx`. */
const PATH = /^\/(?:[\w.@+ -]+\/)*[\w.@+ -]+\.\w{1,8}$/

/** Code in a sentence. The name of a file leads to the file, where there is a side to show it. */
export function PathLink({ children, className }: { readonly children?: ReactNode; readonly className?: string | undefined }) {
  const show = useShowAside()
  const code = <code className={className}>{children}</code>
  if (!show || className !== undefined || typeof children !== 'string' || !PATH.test(children)) return code
  return (
    <button
      type="button"
      data-path={children}
      onClick={() => show({ tab: 'preview', path: children })}
      className="rounded text-parley underline underline-offset-2"
    >
      {code}
    </button>
  )
}
