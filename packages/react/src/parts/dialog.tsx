import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useRef, useState } from 'react'
import { useWords } from '../language/words.tsx'
import { IconButton } from './button.tsx'
import { Problem } from './problem.tsx'

interface DialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly description?: ReactNode
  readonly children?: ReactNode
  /** `sheet` fills the height at one side; `screen` everything, `page` is large; `box` is a question. */
  readonly shape?: 'box' | 'page' | 'screen' | 'sheet-left' | 'sheet-right'
  /** It is gone, and the focus is back: what opens now will give it back to the same place. */
  readonly onClosed?: () => void
}

const SHAPES: { readonly [Shape in NonNullable<DialogProps['shape']>]: string } = {
  box: 'parley-opens left-1/2 top-[18vh] w-[min(30rem,calc(100vw-24px))] max-h-[76vh] -translate-x-1/2 rounded-2xl border p-5',
  page: 'parley-opens left-1/2 top-1/2 h-[min(46rem,calc(100dvh-24px))] w-[min(56rem,calc(100vw-16px))] -translate-x-1/2 -translate-y-1/2 rounded-2xl border p-5 max-sm:p-4',
  screen: 'parley-opens inset-2 rounded-2xl border p-4',
  'sheet-left': 'parley-from-left inset-y-0 left-0 w-[min(20rem,calc(100vw-48px))] border-r p-3',
  'sheet-right': 'parley-from-right inset-y-0 right-0 w-[min(34rem,100vw)] border-l p-3',
}

const FIELD = 'input:not([type="checkbox"], [type="radio"], [type="file"]), textarea'
/** A field below would open the keyboard of a phone over what is shown, and a tab that is not open would open. */
const BUTTON = 'button:not([role="tab"][aria-selected="false"])'
const FIRST = `:scope > :not([data-dialog-head]) :is(${BUTTON}, a[href], select, input[type="checkbox"]), :scope > :not([data-dialog-head]):is(button)`

/** Who had the focus when it opened last. */
interface Before {
  readonly wasOpen: boolean
  readonly before: Element | null
}

export function Dialog({ open, onClose, title, description, children, shape = 'box', onClosed }: DialogProps) {
  const words = useWords()
  // Asked while it is drawn: a field inside that takes the focus by itself has it before anybody else could look.
  const [{ wasOpen, before }, setBefore] = useState<Before>({ wasOpen: false, before: null })
  if (open !== wasOpen) setBefore({ wasOpen: open, before: open ? document.activeElement : before })
  const content = useRef<HTMLDivElement>(null)
  // Who is asked to write something begins to write, and who is shown something begins at it: the library would begin at the button that closes.
  const begin = (event: Event) => {
    const field = shape === 'box' ? content.current?.querySelector<HTMLInputElement>(FIELD) : undefined
    const first = field ?? content.current?.querySelector<HTMLElement>(FIRST)
    if (!first) return
    event.preventDefault()
    first.focus()
    field?.select()
  }
  // Nothing of ours is the library's trigger, so it would leave the focus nowhere. Who has taken it since keeps it.
  const giveBack = () => {
    if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
    onClosed?.()
  }
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <div data-parley="">
          <Radix.Overlay className="fixed inset-0 z-40 bg-black/35" />
          <Radix.Content
            {...(description === undefined && { 'aria-describedby': undefined })}
            ref={content}
            onOpenAutoFocus={begin}
            onCloseAutoFocus={giveBack}
            className={`fixed z-40 flex flex-col overflow-hidden border-line bg-sheet text-ink shadow-xl outline-none ${SHAPES[shape]}`}
          >
            <div data-dialog-head="" className="mb-2 flex items-center gap-2">
              <Radix.Title className="min-w-0 flex-1 text-base font-semibold">{title}</Radix.Title>
              <IconButton label={words.action.close} onClick={onClose}>
                <X className="size-4" />
              </IconButton>
            </div>
            {description !== undefined && <Radix.Description className="mb-3 text-sm text-soft">{description}</Radix.Description>}
            {children}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Stands where a dialog would, when its code could not be fetched. */
export function DialogAway({ title, onClose }: { readonly title: string; readonly onClose: () => void }) {
  const words = useWords()
  return (
    <Dialog open onClose={onClose} title={title}>
      <Problem text={words.fault.notFetched} />
    </Dialog>
  )
}
