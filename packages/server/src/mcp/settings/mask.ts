/** Shorter texts stand in too many words by chance. */
const SHORTEST = 6

/** Takes what is secret out of what a server says: many print the environment they were given when something goes wrong. */
export function createMask(secrets: readonly string[]): (text: string) => string {
  const long = [...new Set(secrets)].filter((secret) => secret.length >= SHORTEST).toSorted((a, b) => b.length - a.length)
  return (text) => long.reduce((clean, secret) => clean.replaceAll(secret, '••••••'), text)
}
