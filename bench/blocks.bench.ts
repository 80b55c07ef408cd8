import { fork } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { ATTACKS } from './blocks/bodies.ts'

// `npm run bench blocks [megabytes] [name]`: bodies made to keep the server busy, and how long it was deaf to everybody else, in
// milliseconds of its processor. A busy machine makes them longer: "calm" is what they are by a piece of work that was measured beside
// them, and once while the machine was calmest. Growth is what twice the body costs in all: 2 is in proportion.

const megabytes = Number(process.argv[2] ?? 18)
const only = process.argv[3] ?? ''

const child = fork(fileURLToPath(new URL('./blocks/server.ts', import.meta.url)), { execArgv: ['--conditions=@parley/source'] })
const heard = async (): Promise<object> => {
  const [message] = await once(child, 'message')
  return Object(message)
}
const field = (message: object, name: string): unknown => Reflect.get(message, name)
const url = String(field(await heard(), 'url'))

interface Hurt {
  readonly longest: number
  readonly spent: number
  readonly ruler: number
  readonly status: number
}

async function attack(door: string, body: string): Promise<Hurt> {
  const response = await fetch(new URL(door, url), { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  await response.text()
  const answer = heard()
  child.send({})
  const told = await answer
  const number = (name: string): number => Number(field(told, name))
  return { longest: number('longest'), spent: number('spent'), ruler: number('ruler'), status: response.status }
}

const milliseconds = (value: number): string => `${value.toFixed(0).padStart(6)} ms`

console.log(`load of the machine: ${loadavg()[0]?.toFixed(1)}; ${megabytes} MB\n`)
let calmest = Number.POSITIVE_INFINITY
for (let round = 0; round < 20; round++) {
  const { ruler } = await attack(
    '/api/chat',
    JSON.stringify({ messages: [{ role: 'user', content: 'x' }], config: { model: 'm' } }),
  )
  calmest = Math.min(calmest, ruler)
}
for (const { name, door, body } of ATTACKS.filter((one) => one.name.includes(only))) {
  const half = await attack(door, body((megabytes / 2) * 1e6))
  const whole = await attack(door, body(megabytes * 1e6))
  const calm = calmest / ((half.ruler + whole.ruler) / 2)
  console.log(
    [
      name.padEnd(50),
      whole.status,
      `longest ${milliseconds(whole.longest)}`,
      `calm ${milliseconds(whole.longest * Math.min(1, calm))}`,
      `in all ${milliseconds(whole.spent)}`,
      `growth ${(whole.spent / half.spent).toFixed(1)}`,
    ].join('  '),
  )
}
child.kill()
