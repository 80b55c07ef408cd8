/** Header names and values, as a server sends them. */
export type Headers = Readonly<Record<string, string>>

/** Everything a page could ask a browser for, so that it can be denied by name. */
const FEATURES = [
  'accelerometer',
  'autoplay',
  'bluetooth',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'clipboard-write',
  'compute-pressure',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'keyboard-map',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'speaker-selection',
  'storage-access',
  'usb',
  'web-share',
  'window-management',
  'xr-spatial-tracking',
] as const

/** For the frame's `allow` attribute: nothing, not even the keyboard. */
export const FRAME_ALLOW = [...FEATURES, 'focus-without-user-activation'].map((feature) => `${feature} 'none'`).join('; ')

/** How the locked document must be served. `scriptHash` is the hash of its only script. */
export function sandboxHeaders(scriptHash: string, workers: "'none'" | 'blob:' = "'none'"): Headers {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': [
      "default-src 'none'",
      `script-src '${scriptHash}' 'unsafe-eval'`,
      "style-src 'unsafe-inline'",
      'img-src data: blob:',
      'media-src data: blob:',
      'font-src data:',
      `worker-src ${workers}`,
      "frame-src 'none'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      'sandbox allow-scripts',
    ].join('; '),
    'Connection-Allowlist': '()',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Origin-Agent-Cluster': '?1',
    'Referrer-Policy': 'no-referrer',
    'X-DNS-Prefetch-Control': 'off',
    'X-Content-Type-Options': 'nosniff',
    'Permissions-Policy': FEATURES.map((feature) => `${feature}=()`).join(', '),
    'Cache-Control': 'no-cache',
  }
}

/**
 * How the document of previews must be served: scripts of a page run, from the page itself or from what it was handed. What
 * keeps all of it in is that nothing may be connected to. A page has the main thread of its process: isolated, it is not that
 * of programs, which one that submits a form and then spins held up for good.
 */
export function previewHeaders(): Headers {
  const headers = sandboxHeaders('')
  const policy = (headers['Content-Security-Policy'] ?? '')
    .replace(/script-src [^;]*/, "script-src 'unsafe-inline' 'unsafe-eval' blob:")
    .replace(/style-src [^;]*/, "style-src 'unsafe-inline' blob:")
    .replace(/font-src [^;]*/, 'font-src data: blob:')
  return { ...headers, 'Document-Isolation-Policy': 'isolate-and-require-corp', 'Content-Security-Policy': policy }
}

/** How the document of Python must be served: its worker compiles WebAssembly, and makes no script from text. */
export function pythonHeaders(scriptHash: string): Headers {
  const headers = sandboxHeaders(scriptHash, 'blob:')
  const policy = (headers['Content-Security-Policy'] ?? '').replace("'unsafe-eval'", "'wasm-unsafe-eval'")
  return { ...headers, 'Content-Security-Policy': policy }
}

export interface StudioHeaders {
  /** Where the sandbox document lives: its full address when it is on another origin. Absent: this origin. */
  readonly sandbox?: string
  /** Origins the page itself may talk to beside its own, as for a granted network capability. Absent: none. */
  readonly connect?: readonly string[]
  /** Whether models may run in the page: their engine makes its worker of a text that it brings along. Absent: none does. */
  readonly models?: boolean
}

/** How the page around the sandbox is served: its own scripts and nothing else, framed by nobody. */
export function studioHeaders({ sandbox = "'self'", connect = [], models = false }: StudioHeaders = {}): Headers {
  return {
    'Content-Security-Policy': [
      "default-src 'self'",
      "script-src 'self' 'wasm-unsafe-eval'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "media-src 'self' data: blob:",
      "font-src 'self' data:",
      ["connect-src 'self'", ...connect].join(' '),
      models ? "worker-src 'self' blob:" : "worker-src 'self'",
      `frame-src ${sandbox}`,
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  }
}

/**
 * The text of a static host's `_headers` file, from wide paths to exact ones. Hosts join the values of a header that
 * several blocks set, and two policies joined are neither; so an exact block first takes away what a wider one set:
 *
 *     /…
 *       Content-Security-Policy: default-src 'self'; …
 *
 *     /sandbox.html
 *       ! Content-Security-Policy
 *       Content-Security-Policy: default-src 'none'; …
 */
export function formatHeadersFile(pages: readonly { readonly path: string; readonly headers: Headers }[]): string {
  const blocks = pages.map(({ path, headers }) => {
    const wider = pages.filter((page) => page.path.endsWith('*') && page.path !== path && path.startsWith(page.path.slice(0, -1)))
    const before = new Set(wider.flatMap((page) => Object.keys(page.headers)))
    const lines = Object.entries(headers).flatMap(([name, value]) => [
      ...(before.has(name) ? [`  ! ${name}`] : []),
      `  ${name}: ${value}`,
    ])
    return [path, ...lines].join('\n')
  })
  return `${blocks.join('\n\n')}\n`
}
