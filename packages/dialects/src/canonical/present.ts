type Present<Fields> = {
  readonly [Key in keyof Fields as undefined extends Fields[Key] ? never : Key]: Fields[Key]
} & {
  readonly [Key in keyof Fields as undefined extends Fields[Key] ? Key : never]?: Exclude<Fields[Key], undefined>
}

/** Only the fields that are there: what was not said does not stand in a message as `undefined`. */
export function present<Fields extends object>(fields: Fields): Present<Fields> {
  // What is left out is what may be absent.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<Fields>
}
