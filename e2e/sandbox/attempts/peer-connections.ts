import type { Attempt } from './attempt.ts'

const OFFER = (servers: string): string =>
  `const p = new (globalThis.RTCPeerConnection ?? globalThis.webkitRTCPeerConnection)({ iceServers: ${servers} }); p.createDataChannel('x'); await p.setLocalDescription(await p.createOffer()); await new Promise((r) => setTimeout(r, 500))`

/** WebRTC is not covered by most policies: it must be gone, and stay gone. */
export const peerConnections: readonly Attempt[] = [
  { title: 'STUN', code: ({ udp }) => OFFER(`[{ urls: 'stun:${udp}' }]`) },
  { title: 'TURN over UDP', code: ({ udp }) => OFFER(`[{ urls: 'turn:${udp}', username: 'a', credential: 'secret' }]`) },
  {
    title: 'TURN over TCP',
    code: ({ host }) => OFFER(`[{ urls: 'turn:${host}?transport=tcp', username: 'a', credential: 'b' }]`),
  },
  { title: 'a STUN server by name', code: ({ name }) => OFFER(`[{ urls: 'stun:${name}:3478' }]`) },
  {
    title: 'STUN in the fresh world of a frame',
    code: ({ udp }) =>
      `const f = document.createElement('iframe'); document.body.append(f); globalThis.RTCPeerConnection = f.contentWindow.RTCPeerConnection; ${OFFER(`[{ urls: 'stun:${udp}' }]`)}`,
  },
  {
    title: 'STUN in a frame with its own script',
    code: ({ udp }) =>
      `document.body.insertAdjacentHTML('beforeend', "<iframe srcdoc=\\"<script>const p=new RTCPeerConnection({iceServers:[{urls:'stun:${udp}'}]});p.createDataChannel('x');p.createOffer().then(o=>p.setLocalDescription(o))</" + "script>\\"></iframe>"); await new Promise((r) => setTimeout(r, 500))`,
  },
  {
    title: 'STUN a moment later',
    code: ({ udp }) =>
      `setTimeout(async () => { ${OFFER(`[{ urls: 'stun:${udp}' }]`)} }, 20); await new Promise((r) => setTimeout(r, 600))`,
  },
  {
    title: 'a constructor kept by another interface',
    code: ({ udp }) =>
      `const names = Object.getOwnPropertyNames(globalThis).filter((n) => /rtc|webtransport/i.test(n)); if (names.length) { globalThis.RTCPeerConnection = globalThis[names[0]]; ${OFFER(`[{ urls: 'stun:${udp}' }]`)} }`,
  },
]
