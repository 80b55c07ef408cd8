/** The first Chromium that obeys `Connection-Allowlist`. */
const FIRST_VERSION = 152

/**
 * Whether this browser denies a document every connection. Where it does not, a policy stops requests, but a program with
 * a document can still make the browser connect early or look up a name of its choice, and a name can carry a secret.
 * Nothing in the language tells, so the version must.
 */
export function obeysConnectionList(userAgent: string): boolean {
  const version = /Chrom(?:e|ium)\/(\d+)/.exec(userAgent)?.[1]
  return version !== undefined && Number(version) >= FIRST_VERSION
}
