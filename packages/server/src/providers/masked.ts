/** Fields that hold nothing but a secret. `token` is not among them: logprobs have one for each word. */
const FIELD =
  /("(?:(?:proxy-)?authorization|(?:x-)?(?:goog-)?api[-_]?key|(?:access|refresh|id|session|auth)[-_]?token|(?:client[-_]?)?secret|password|(?:set-)?cookie)"\s*:\s*)"(?:[^"\\]|\\.)*"/gi

/** What looks like a key wherever it stands. */
const KEY = /\b(?:Bearer|Basic) +[\w.~+/=-]{8,}|\b(?:sk|pk|rk|xai|gsk|hf|ghp|glpat)[-_][\w-]{16,}|\bAIza[\w-]{30,}/g

/** A shorter word may stand anywhere by chance. */
const LEAST_SECRET = 6

/** The text without these secrets, and without what looks like one. */
export function masked(text: string, secrets: readonly string[]): string {
  const bare = secrets.flatMap((secret) => [secret, secret.replace(/^\w+ +/, '')]).filter(({ length }) => length >= LEAST_SECRET)
  const known = bare.reduce((kept, secret) => kept.replaceAll(secret, '…'), text)
  return known.replace(FIELD, '$1"…"').replace(KEY, '…')
}
