import { defineProperty, ownKeys, startsWith } from './intrinsics.ts'

type Warn = (text: string) => void

/** Ways out that no policy of the document covers everywhere, and doors to hardware and payment. */
const REMOVED = [
  'WebTransport',
  'WebSocketStream',
  'SharedWorker',
  'PaymentRequest',
  'PaymentManager',
  'PresentationRequest',
  'Presentation',
  'IdentityCredential',
  'PublicKeyCredential',
  'CredentialsContainer',
  'Notification',
  'BroadcastChannel',
  'fetchLater',
  'FetchLaterResult',
  'webkitRTCPeerConnection',
  'webkitMediaStream',
  'MediaStream',
  'navigation',
  'Navigation',
  'cookieStore',
  'caches',
  'launchQueue',
  'showOpenFilePicker',
  'showSaveFilePicker',
  'showDirectoryPicker',
  'queryLocalFonts',
  'getScreenDetails',
  'documentPictureInPicture',
  'sharedStorage',
  'SharedStorage',
  'fence',
  'speechSynthesis',
  'webkitSpeechRecognition',
  'SpeechRecognition',
  'getDigitalGoodsService',
]

/** Taken off `navigator`, where they hang on its prototype. */
const REMOVED_FROM_NAVIGATOR = [
  'sendBeacon',
  'serviceWorker',
  'credentials',
  'locks',
  'clipboard',
  'storage',
  'storageBuckets',
  'bluetooth',
  'usb',
  'serial',
  'hid',
  'mediaDevices',
  'getUserMedia',
  'webkitGetUserMedia',
  'presentation',
  'share',
  'canShare',
  'wakeLock',
  'xr',
  'vibrate',
  'geolocation',
  'registerProtocolHandler',
  'unregisterProtocolHandler',
  'setAppBadge',
  'clearAppBadge',
  'requestMIDIAccess',
  'requestMediaKeySystemAccess',
  'joinAdInterestGroup',
  'leaveAdInterestGroup',
  'runAdAuction',
  'createAuctionNonce',
  'virtualKeyboard',
  'windowControlsOverlay',
  'keyboard',
]

/** Runs before anything else in the document. What it takes away cannot come back: no fresh realm can be made here. */
export function lockWindow(warn: Warn): void {
  for (const name of ownKeys(globalThis)) {
    if (typeof name === 'string' && startsWith(name, 'RTC')) remove(globalThis, name)
  }
  for (const name of REMOVED) remove(globalThis, name)
  if (typeof navigator === 'object') for (const name of REMOVED_FROM_NAVIGATOR) remove(Object.getPrototypeOf(navigator), name)
  silence(globalThis, 'close')
  if (typeof document === 'object') lockDocument(warn)
}

function lockDocument(warn: Warn): void {
  // During a port's message the engine offers the event, and with it the port, as `window.event`.
  pin(globalThis, 'event', undefined)
  pin(globalThis, 'parent', globalThis)
  pin(globalThis, 'opener', null)
  pin(globalThis, 'frameElement', null)
  for (const element of [HTMLElement, SVGElement, MathMLElement]) silence(element.prototype, 'focus')
  silence(globalThis, 'focus')
  silence(globalThis, 'blur')
  for (const name of ['pushState', 'replaceState', 'go', 'back', 'forward']) silence(History.prototype, name)
  note(globalThis, 'alert', undefined)
  note(globalThis, 'confirm', false)
  note(globalThis, 'prompt', null)
  note(globalThis, 'print', undefined)
  note(globalThis, 'open', null)
  // Refused or not, the browser keeps the process of a form that was sent like this until memory is tidied up: with a loop in it, for good.
  note(HTMLFormElement.prototype, 'submit', undefined)

  function note(target: object, name: string, answer: unknown): void {
    const stub = (message: unknown): unknown => {
      warn(
        `${name}(${typeof message === 'string' ? message : ''}) does nothing here: nobody would see it. It answered ${String(answer)}.`,
      )
      return answer
    }
    defineProperty(target, name, { value: stub, writable: true, configurable: true, enumerable: true })
  }
}

function remove(target: object, name: string): void {
  if (Reflect.deleteProperty(target, name)) return
  Reflect.defineProperty(target, name, { value: undefined, writable: false, configurable: false })
}

function pin(target: object, name: string, value: unknown): void {
  Reflect.defineProperty(target, name, { value, writable: false, configurable: false, enumerable: true })
}

function silence(target: object, name: string): void {
  if (name in target)
    Reflect.defineProperty(target, name, { value: () => undefined, writable: true, configurable: true, enumerable: true })
}
