/** Shapes that are almost never anything but a secret. Order matters: the longer shape first. */
const SHAPES: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----/g,
  /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{5,}/g,
  /\b(?:sk|pk|rk)[-_](?:[a-z]+[-_])*[A-Za-z0-9_-]{16,}/g,
  /\b(?:ghp|gho|ghs|github_pat|glpat|xox[abp])[-_][A-Za-z0-9_-]{16,}/g,
  /\bAKIA[0-9A-Z]{16}\b/g,
  /(?<=\b(?:authorization|api[-_]?key|token|password|passwd|secret)["']?\s*[:=]\s*["']?(?:Bearer\s+)?)[^\s"',;]{6,}/gi,
]

export const REDACTED = '[removed]'

/** The text with everything that looks like a key, a token or a password blackened. */
export const redactSecrets = (text: string): string => SHAPES.reduce((rest, shape) => rest.replace(shape, REDACTED), text)
