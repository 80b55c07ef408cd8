import { useEffect, useEffectEvent } from 'react'
import { useWords } from '../../language/words.tsx'
import { Button, type ButtonProps, Named } from '../../parts/button.tsx'
import { KeyHint } from '../../parts/key-hint.tsx'
import { Menu, type MenuProps } from '../../parts/menu.tsx'
import { useGate } from './gated.tsx'

/** A button that decides something. Until the card has stood still for a moment it is there, but does nothing, and shows it. */
export function DecisionButton(props: ButtonProps) {
  const { calm } = useGate()
  return <Button {...props} data-decides="" aria-disabled={calm ? undefined : true} />
}

/** Opens ways to decide from a `DecisionButton`. They are for what stands there, so they close when that changes. */
export function DecisionMenu({ open, onOpenChange, ...menu }: Required<Omit<MenuProps, 'side' | 'align'>>) {
  const { calm } = useGate()
  const changed = useEffectEvent(() => onOpenChange(false))
  useEffect(() => {
    if (!calm) changed()
  }, [calm])
  const change = (next: boolean) => (calm || !next) && onOpenChange(next)
  return <Menu {...menu} side="top" open={open && calm} onOpenChange={change} />
}

interface ApproveButtonProps {
  readonly verb: string
  /** What the verb is about, for the ear. Absent: the verb says it. */
  readonly sentence?: string
  readonly disabled: boolean
  readonly onPress: () => void
  readonly title?: string
}

/** The button that lets a call happen. As long as part of it was never on screen, it reads on instead. */
export function ApproveButton({ verb, sentence, disabled, onPress, title }: ApproveButtonProps) {
  const words = useWords()
  const { unseen, readOn } = useGate()
  if (unseen !== undefined && unseen > 0)
    return (
      <DecisionButton tone="primary" data-action="primary" aria-keyshortcuts="Control+Enter" onClick={readOn}>
        {words.action.readOn}
        <span className="text-xs font-normal">{words.note.unseen({ lines: unseen })}</span>
        <KeyHint keys="Mod+Enter" />
      </DecisionButton>
    )
  return (
    <DecisionButton
      tone="primary"
      data-action="primary"
      data-approves={unseen === 0 ? '' : undefined}
      aria-keyshortcuts="Control+Enter"
      disabled={disabled || unseen === undefined}
      onClick={onPress}
      title={title}
    >
      {sentence === undefined ? verb : <Named shown={verb} spoken={words.action.full({ verb, sentence })} />}
      <KeyHint keys="Mod+Enter" />
    </DecisionButton>
  )
}
