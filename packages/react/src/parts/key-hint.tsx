const isApple = () => typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

const NAMES: Readonly<Record<string, readonly [apple: string, other: string]>> = {
  Mod: ['⌘', 'Ctrl'],
  Shift: ['⇧', 'Shift'],
  Enter: ['↵', '↵'],
  Backspace: ['⌫', '⌫'],
}

/** `Mod+Enter` as the keys of this machine: `⌘↵` or `Ctrl+↵`. */
export function formatKeys(keys: string): string {
  const apple = isApple()
  return keys
    .split('+')
    .map((key) => NAMES[key]?.[apple ? 0 : 1] ?? key)
    .join(apple ? '' : '+')
}

/** The keys printed on a button. For the eye only: `aria-keyshortcuts` says them to a screen reader. */
export function KeyHint({ keys }: { readonly keys: string }) {
  return (
    <kbd aria-hidden="true" className="font-sans text-[11px] font-normal opacity-90 max-sm:hidden pointer-coarse:hidden">
      {formatKeys(keys)}
    </kbd>
  )
}
