import katex from 'katex'
import { use, useCallback, useState } from 'react'
import { useLateWords } from '../../language/late-words.ts'
import { useAnswerServices } from '../answer-services.tsx'
import type { FormulaSource } from './formula-source.ts'

/** Longer ones are shown as they are written: nobody reads them, and setting them would hold up the page. */
const LONGEST = 4_000

const loading = new WeakMap<() => Promise<unknown>, Promise<boolean>>()

/** Whether formulas have their style sheet. Waits for it, once. */
function styleOf(load: (() => Promise<unknown>) | undefined): Promise<boolean> | undefined {
  if (!load) return undefined
  const known =
    loading.get(load) ??
    load().then(
      () => true,
      () => false,
    )
  loading.set(load, known)
  return known
}

/** A formula, set. One that cannot be read stands as it was written, with a word about it. */
export default function Formula({ tex, isBlock, source }: FormulaSource) {
  const words = useLateWords()
  const { formulaStyle } = useAnswerServices()
  const style = styleOf(formulaStyle)
  const isStyled = style ? use(style) : false
  const [broken, setBroken] = useState<string>()
  const set = useCallback(
    (element: HTMLElement | null) => {
      if (element && !setFormula(element, { tex, isBlock, isStyled })) setBroken(tex)
    },
    [tex, isBlock, isStyled],
  )
  if (tex.length > LONGEST || broken === tex)
    return (
      <span data-testid="broken-formula">
        <code>{source}</code> <small className="text-wait">{words.shown.formula}</small>
      </span>
    )
  return (
    <span
      ref={set}
      data-testid="formula"
      className={isBlock ? 'block max-w-full overflow-x-auto overflow-y-hidden py-1' : undefined}
    >
      {source}
    </span>
  )
}

interface Setting {
  readonly tex: string
  readonly isBlock: boolean
  readonly isStyled: boolean
}

/** A tower of fractions is a tower of elements, and the browser falls over when it lays out one of some thousand levels. */
const DEEPEST = 300

function isDeep(element: Element): boolean {
  let level: readonly Element[] = [element]
  for (let depth = 0; depth <= DEEPEST; depth += 1) {
    level = level.flatMap(({ children }) => [...children])
    if (level.length === 0) return false
  }
  return true
}

/** Whether it could be read. Elements are built one by one, and no markup is read. */
function setFormula(element: HTMLElement, { tex, isBlock, isStyled }: Setting): boolean {
  try {
    const built = document.createElement('span')
    katex.render(tex, built, {
      displayMode: isBlock,
      output: isStyled ? 'htmlAndMathml' : 'mathml',
      throwOnError: true,
      trust: false,
      strict: false,
      maxSize: 20,
      maxExpand: 300,
    })
    if (isDeep(built)) return false
    element.replaceChildren(...built.childNodes)
    return true
  } catch {
    return false
  }
}
