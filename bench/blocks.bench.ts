import { fork } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { ATTACKS } from './blocks/bodies.ts'

// `npm run bench blocks [megabytes] [name]`: bodies made to keep the server busy, and how long it was deaf to everybody else, in
// milliseconds of its processor. Growth is what twice the body costs: 2 is in proportion.

const megabytes = Number(process.argv[2] ?? 18)
const only = process.argv[3] ?? ''

const child = fork(fileURLToPath(new URL('./blocks/server.ts', import.meta.url)), { execArgv: ['--conditions=@parley/source'] })
const heard = async (): Promise<object> => {
  const [message] = await once(child, 'message')
  return Object(message)
}
const field = (message: object, name: string): unknown => Reflect.get(message, name)
const url = String(field(await heard(), 'url'))

async function attack(
  door: string,
  body: string,
): Promise<{ readonly longest: number; readonly took: number; readonly status: number }> {
  const since = performance.now()
  const response = await fetch(new URL(door, url), { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  await response.text()
  const took = performance.now() - since
  const answer = heard()
  child.send({})
  return { longest: Number(field(await answer, 'longest')), took, status: response.status }
}

console.log(`load of the machine: ${loadavg()[0]?.toFixed(1)}; ${megabytes} MB\n`)
await attack('/api/chat', JSON.stringify({ messages: [{ role: 'user', content: 'x' }], config: { model: 'm' } }))
for (const { name, door, body } of ATTACKS.filter((one) => one.name.includes(only))) {
  const half = await attack(door, body((megabytes / 2) * 1e6))
  const whole = await attack(door, body(megabytes * 1e6))
  const growth = whole.took / half.took
  console.log(
    `${name.padEnd(46)} ${whole.status}  longest ${whole.longest.toFixed(0).padStart(6)} ms  in all ${whole.took.toFixed(0).padStart(6)} ms  growth ${growth.toFixed(1)}`,
  )
}
child.kill()
