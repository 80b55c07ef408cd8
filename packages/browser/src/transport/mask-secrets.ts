const SECRET_HEADERS =
  /^(?:authorization|proxy-authorization|cookie|set-cookie|x-api-key|api-key|x-goog-api-key|.*-(?:token|secret))$/i

/** Headers as they may be shown and kept: names stay, secrets do not. */
export function maskHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, SECRET_HEADERS.test(name) ? maskValue(value) : value]),
  )
}

/** `Bearer sk-abcdef…` → `Bearer ••••••`. */
function maskValue(value: string): string {
  const scheme = /^(?:Bearer|Basic) /i.exec(value)?.[0] ?? ''
  return `${scheme}••••••`
}

/** The request as a command for a shell, with a hint where a secret belongs. */
export function toCurl(request: {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}): string {
  const headers = Object.entries(maskHeaders(request.headers)).map(
    ([name, value]) => `-H ${shellQuote(`${name}: ${value.replace('••••••', '$TOKEN')}`)}`,
  )
  const body = request.body === '' ? [] : ['--data-binary', shellQuote(request.body)]
  return ['curl -N', shellQuote(request.url), ...headers, ...body].join(' ')
}

/** Everything is literal between single quotes except the quote itself. */
function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
