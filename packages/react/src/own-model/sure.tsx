import { type ReactNode, useEffect, useRef } from 'react'
import { Button, type ButtonProps } from '../parts/button.tsx'

interface SureProps {
  readonly children: ReactNode
  readonly yes: string
  readonly no: string
  readonly tone?: ButtonProps['tone']
  /** Absent: it cannot be done, and the words say why. */
  readonly onYes: (() => void) | undefined
  readonly onNo: () => void
}

/** Asks before something is fetched or deleted, where it was pressed. */
export function Sure({ children, yes, no, tone = 'primary', onYes, onNo }: SureProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('button')?.focus(), [])
  return (
    <div ref={box} role="group" aria-label={yes} className="space-y-2 rounded-lg bg-well px-3 py-2 text-[13px]">
      <div className="wrap-anywhere">{children}</div>
      <div className="flex flex-wrap gap-2">
        {onYes && (
          <Button tone={tone} onClick={onYes}>
            {yes}
          </Button>
        )}
        <Button onClick={onNo}>{no}</Button>
      </div>
    </div>
  )
}
