import { FRAME_ALLOW } from '../document/headers.ts'

const SANDBOX = 'allow-scripts'

/** What a gateway says when nobody stands behind it. */
const isAway = ({ status }: Response): boolean => status >= 502 && status <= 504

/**
 * Whether a document can only come from what a service worker of this origin has kept. No service worker is asked for what a
 * frame with `sandbox` loads, so this must be known before.
 */
export async function isKeptOnly(documentUrl: string): Promise<boolean> {
  if (!('serviceWorker' in navigator) || navigator.serviceWorker.controller === null) return false
  if (URL.parse(documentUrl, document.baseURI)?.origin !== location.origin) return false
  // Service workers of ours answer no HEAD: this asks the server.
  return await fetch(documentUrl, { method: 'HEAD', cache: 'no-store' }).then(isAway, () => true)
}

/**
 * A frame that takes nothing from anybody. One whose document was kept has no `sandbox` until it has loaded: its document brings
 * the same by its policy, without which `isShut` says no.
 */
export function createLockedElement(documentUrl: string, title: string, isKept: boolean): HTMLIFrameElement {
  const element = document.createElement('iframe')
  if (!isKept) element.setAttribute('sandbox', SANDBOX)
  element.setAttribute('allow', FRAME_ALLOW)
  element.referrerPolicy = 'no-referrer'
  element.title = title
  element.src = documentUrl
  return element
}

/** To be asked once it has loaded, before anything is handed in: whether its document is a stranger here. From then on whatever it goes to is one, too. */
export function isShut(element: HTMLIFrameElement): boolean {
  if (element.contentDocument !== null) return false
  element.setAttribute('sandbox', SANDBOX)
  return true
}
