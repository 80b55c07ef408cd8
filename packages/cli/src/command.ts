/** Something the person at the keyboard can mend. Its message is the whole story, so it is shown without a stack. */
export class Advice extends Error {}

interface Terminal {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Whether somebody watches, so that a line can be written over. */
  readonly watched: boolean
}

interface Option {
  readonly type: 'string' | 'boolean'
  /** What its value is, for the help: `<number>`. */
  readonly value?: string
  readonly means: string
}

export type Options = Readonly<Record<string, Option>>

type ValueOf<Type> = Type extends 'string' ? string : true

export interface Given<Known extends Options = Options> {
  readonly values: { readonly [name in keyof Known]?: ValueOf<Known[name]['type']> }
  readonly words: readonly string[]
}

/** What a command is given by the process that it runs in. */
export interface Surroundings {
  readonly terminal: Terminal
  readonly env: Readonly<Record<string, string | undefined>>
  /** Asks the person at the keyboard. Absent: there is none. */
  readonly ask?: (question: string) => Promise<string>
  /** The folder of the studio, which is built first where it can be. */
  readonly page: () => Promise<string>
}

export interface Command<Known extends Options = Options> {
  /** How it is called, each way with what it does. */
  readonly usage: readonly (readonly [call: string, does: string])[]
  readonly options: Known
  /** How many words it takes at most that are no options. */
  readonly words: number
  /** What else is good to know. */
  readonly note?: string
  /** The exit code. */
  run(given: Given<Known>, surroundings: Surroundings): Promise<number>
}

/** Ties what a command is given to the options that it names. */
export const defineCommand = <const Known extends Options>(command: Command<Known>): Command<Known> => command
