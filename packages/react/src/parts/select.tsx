import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'

interface SelectProps extends ComponentProps<'select'> {
  /** How much room it takes among what stands beside it. */
  readonly place?: string
}

/** One of several. Its arrow is ours: that of the browser sticks to the edge, and is another one in every browser. */
export function Select({ className = '', place = '', ...rest }: SelectProps) {
  return (
    <span className={`relative inline-flex max-w-full min-w-0 ${place}`}>
      <select className={`w-full min-w-0 appearance-none pr-8! text-ellipsis ${className}`} {...rest} />
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-2.5 size-3.5 -translate-y-1/2 text-faint"
      />
    </span>
  )
}
