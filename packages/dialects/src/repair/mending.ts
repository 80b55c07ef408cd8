/** One way in which models get JSON wrong, and how to put it right. */
export interface Mending {
  readonly id: string
  /** One sentence for the person who compares models. */
  readonly message: string
  /** The text put right. The same text, or undefined, when this is not what is wrong with it; valid JSON is never changed. */
  mend(text: string): string | undefined
}
