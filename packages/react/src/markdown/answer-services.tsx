import type { ShownItem } from '@parley/browser/sandbox'
import { createContext, useContext } from 'react'

/** What answers need of the page that shows them. */
export interface AnswerServices {
  /** Fetches the style sheet and the fonts of formulas, with the first of them. Absent: the browser's own way to set them. */
  readonly formulaStyle?: () => Promise<unknown>
  /** Draws a Mermaid diagram where it can hold up nobody. Rejects with the reason when it cannot be drawn. Absent: its source is shown. */
  readonly drawDiagram?: (source: string) => Promise<ShownItem>
  /** The locked document in which a picture of somebody else is shown, once a person asks for it. Absent: such pictures are links. */
  readonly pictureFrame?: string
}

const NONE: AnswerServices = {}

export const AnswerServicesContext = createContext<AnswerServices>(NONE)

export const useAnswerServices = (): AnswerServices => useContext(AnswerServicesContext)
