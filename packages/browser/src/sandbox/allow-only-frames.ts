/**
 * From now on this page shows frames of the given addresses and no others. A server that does not know its own address
 * can only allow frames of "this origin"; a page knows where it is, and so keeps a program from loading anything else
 * of this origin in the place of its document. It cannot be taken back until the page is loaded again.
 */
export function allowOnlyFrames(urls: readonly string[]): void {
  const policy = document.createElement('meta')
  policy.httpEquiv = 'Content-Security-Policy'
  policy.content = `frame-src ${urls.map((url) => new URL(url, document.baseURI).href).join(' ')}`
  document.head.append(policy)
}
