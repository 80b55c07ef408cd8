/** The Parley that a client is to be pointed at. */
export interface Parley {
  /** Without `/v1` and without a slash at its end. */
  readonly base: string
  readonly model: string
  /** Whether it asks for a token. It never stands in what we write: clients take it from `PARLEY_TOKEN`. */
  readonly hasToken: boolean
}

type Value = string | number | boolean | readonly Value[] | { readonly [key: string]: Value }

/** What is written into a file of the client's. */
export type Change =
  /** A file that is Parley's alone. */
  | { readonly kind: 'own'; readonly text: string }
  /** One value in a file of JSON, which may have comments. */
  | { readonly kind: 'json'; readonly at: readonly string[]; readonly value: Value }
  /** Tables at the end of a file of TOML, and at its top a key that its owner has not set. */
  | { readonly kind: 'toml'; readonly text: string; readonly unset: readonly [key: string, value: string] }

/** Where the files of clients lie. */
export interface Places {
  readonly home: string
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
}

export interface Client {
  readonly id: string
  readonly name: string
  /** Below `docs/guests/`. */
  readonly page: string
  /** Absent: there is no file to write, or none that could be written safely. */
  readonly file?: (places: Places) => string
  readonly change?: (parley: Parley) => Change
  /** Where what is shown belongs, in a few words. */
  readonly where: string
  /** What is shown where there is no file: variables, a program, what to click. */
  readonly lines?: (parley: Parley) => string
  /** How the client is started then. */
  readonly run?: (parley: Parley) => string
}
