/**
 * From now on this page shows frames of the given addresses and no others. A server that does not know its own address
 * can only allow frames of "this origin"; a page knows where it is, and so keeps a program from loading anything else
 * of this origin in the place of its document. It cannot be taken back until the page is loaded again.
 */
export function allowOnlyFrames(urls: readonly string[]): void {
  addPolicy(`frame-src ${urls.map((url) => new URL(url, document.baseURI).href).join(' ')}`)
}

/**
 * From now on this page connects to its own origin and to the given hosts, and to no others. The server must allow at
 * least those; which of them the person has granted, only the page knows. It cannot be taken back until the page is
 * loaded again.
 */
export function allowOnlyHosts(hosts: readonly string[]): void {
  const granted = hosts.flatMap((host) => [`https://${host}`, `http://${host}`])
  addPolicy(["connect-src 'self'", ...granted].join(' '))
}

function addPolicy(content: string): void {
  const policy = document.createElement('meta')
  policy.httpEquiv = 'Content-Security-Policy'
  policy.content = content
  document.head.append(policy)
}
