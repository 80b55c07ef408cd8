import type { Context } from 'hono'

/** Hears the document that it is to be, once, from the page around it. */
const SCRIPT = `addEventListener('message', function once(event) {
  if (event.source !== parent || event.data?.method !== 'ui/notifications/sandbox-resource-ready') return
  removeEventListener('message', once)
  document.open()
  document.write(event.data.params.html)
  document.close()
})
parent.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/sandbox-proxy-ready', params: {} }, '*')`

const PAGE = `<!doctype html><meta charset="utf-8"><title>View</title><script>${SCRIPT}</script>`

/** An origin, or all below a name; nothing that could end the rule it stands in. */
const DOMAIN = /^(?:https|wss):\/\/(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d{1,5})?$/
const MOST_DOMAINS = 20

const domainsIn = (values: readonly string[] | undefined): readonly string[] =>
  (values ?? []).filter((value) => DOMAIN.test(value)).slice(0, MOST_DOMAINS)

/**
 * `GET /mcp-view.html`: the empty, locked document that a view of an MCP server is written into. It has no origin, reaches nobody but the
 * domains in its address, which the page puts there after a person agreed, and is framed by our own page only.
 */
export function mcpViewRoute(context: Context): Response {
  const connect = domainsIn(context.req.queries('connect'))
  const resource = domainsIn(context.req.queries('resource')).join(' ')
  const rules = [
    "default-src 'none'",
    `script-src 'unsafe-inline' ${resource}`,
    `style-src 'unsafe-inline' ${resource}`,
    `img-src data: blob: ${resource}`,
    `media-src data: blob: ${resource}`,
    `font-src data: ${resource}`,
    `connect-src ${connect.length === 0 ? "'none'" : connect.join(' ')}`,
    "worker-src 'none'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    "webrtc 'block'",
    'sandbox allow-scripts',
  ]
  return new Response(PAGE, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': rules.map((rule) => rule.trim()).join('; '),
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), clipboard-read=(), clipboard-write=(), display-capture=()',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
      'cache-control': 'no-store',
    },
  })
}
