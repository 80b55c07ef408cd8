import { LOOPBACK } from '../config-schema.ts'
import { refusal } from '../http-fault.ts'
import { say } from '../words.ts'

/** Where clouds hand out the keys of the machine to whoever asks from it. No model lives there. */
const LINK_LOCAL = /^169\.254\.|^\[fe[89ab][0-9a-f]:|^\[fd00:ec2::254\]$|^\[::ffff:a9fe:/i
const METADATA = new Set(['metadata.google.internal', 'metadata.goog', 'metadata'])

/** Throws for an address that this server must not ask. `self`: where it is reached itself. */
export function checkAddress(address: string, self: URL): void {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) throw refusal('request/invalid', say('connect.no-address', { address }))
  if (url.username !== '' || url.password !== '') throw refusal('request/invalid', say('connect.key-in-address'))
  if (url.search !== '' || url.hash !== '') throw refusal('request/invalid', say('connect.tail', { address }))
  // A name may end in a dot, and is the same name.
  const host = url.hostname.toLowerCase().replace(/\.$/, '')
  if (LINK_LOCAL.test(host) || METADATA.has(host)) throw refusal('request/forbidden', say('connect.machine-address', { host }))
  if (isSame(url, self)) throw refusal('request/invalid', say('connect.itself'))
}

/** A server that is its own provider would ask itself what it has, without end. */
function isSame(url: URL, self: URL): boolean {
  const names = [url, self].map(({ hostname }) => (isThisComputer(hostname) ? 'localhost' : hostname))
  return names[0] === names[1] && portOf(url) === portOf(self)
}

const isThisComputer = (hostname: string) => LOOPBACK.has(hostname) || hostname === '[::1]' || hostname.startsWith('127.')
const portOf = ({ port, protocol }: URL) => port || (protocol === 'https:' ? '443' : '80')

/** A key goes where it was meant to go: another path of the same server, and no other server. */
export const isSameServer = (one: string, other: string): boolean => URL.parse(one)?.origin === URL.parse(other)?.origin
