export interface FormulaSource {
  readonly tex: string
  /** On lines of its own. */
  readonly isBlock: boolean
  /** As it is written, with its marks. */
  readonly source: string
}

const FENCES = [
  { open: '$$', close: '$$', isBlock: true },
  { open: '\\[', close: '\\]', isBlock: true },
  { open: '\\(', close: '\\)', isBlock: false },
  { open: '$', close: '$', isBlock: false },
] as const

/** `$5, or 7$`: nothing in it that only formulas have. */
const isPrice = (tex: string): boolean => /^\d/.test(tex) && !/[\\^_=+*/<>{}]/.test(tex) && /\s/.test(tex)

/** What stands between the marks of a formula. Undefined: it is none. */
export function readFormula(source: string): FormulaSource | undefined {
  const text = source.trim()
  const fence = FENCES.find(({ open, close }) => text.startsWith(open) && text.endsWith(close) && text.length > open.length * 2)
  if (!fence) return undefined
  const tex = text.slice(fence.open.length, -fence.close.length)
  return fence.open === '$' && isPrice(tex) ? undefined : { tex, isBlock: fence.isBlock, source }
}
