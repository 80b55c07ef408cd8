import type { ComponentProps, ReactNode } from 'react'

type ButtonTone = 'primary' | 'plain' | 'quiet' | 'danger'

const TONES: { readonly [Tone in ButtonTone]: string } = {
  primary: 'bg-parley text-parley-ink border-parley hover:bg-parley-strong hover:border-parley-strong font-semibold',
  plain: 'bg-sheet text-ink border-line-strong/50 hover:border-line-strong hover:bg-well font-medium',
  quiet:
    'bg-transparent text-soft border-transparent hover:bg-well hover:text-ink aria-pressed:bg-parley-wash aria-pressed:text-parley font-medium',
  danger: 'bg-sheet text-bad border-bad/50 hover:bg-bad-wash hover:border-bad font-medium',
}

const SHAPE =
  'relative inline-flex min-h-8 items-center justify-center gap-1.5 rounded-lg border px-3 text-[13px] leading-5 transition-colors duration-100 disabled:opacity-45 disabled:pointer-events-none aria-disabled:opacity-45 pointer-coarse:min-h-11 pointer-coarse:min-w-11'

export interface ButtonProps extends ComponentProps<'button'> {
  readonly tone?: ButtonTone
}

export function Button({ tone = 'plain', className = '', type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={`${SHAPE} ${TONES[tone]} ${className}`} {...rest} />
}

/** A button that shows only an icon; its name is spoken and shown on hover. */
export function IconButton({ label, className = '', ...rest }: ButtonProps & { readonly label: string }) {
  return <Button tone="quiet" aria-label={label} title={label} className={`min-w-8 px-1.5 ${className}`} {...rest} />
}

/** A short word for the eye and the whole sentence for the ear: `Execute` and `Execute: overwrite notes/plan.md`. */
export function Named({ shown, spoken }: { readonly shown: ReactNode; readonly spoken: string }) {
  return (
    <>
      <span aria-hidden="true">{shown}</span>
      <span className="sr-only">{spoken}</span>
    </>
  )
}
