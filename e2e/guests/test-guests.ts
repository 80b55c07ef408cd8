import { readConfig } from '@parley/server'
import { startServer } from '@parley/server/node'
import { GUESTS, type Guest, modelOf } from './guests.ts'
import { installGuests } from './install.ts'
import { REFUSALS, startModelServer } from './model-server.ts'
import type { Played } from './play.ts'
import { playApprovals } from './play-approvals.ts'
import { FINE, type House, NOTHING, playBroken, playJob, playRefusal, playShape } from './verdicts.ts'

/**
 * Plays with programs that are not ours, unchanged, against our real server and a scripted model:
 *
 *     npm run test:guests                 all of them
 *     npm run test:guests -- codex        those whose name has this in it
 *     npm run test:guests -- --show       with what they said
 *
 *     npm run test:guests -- approvals    only those that call MCP tools through us, with a person who decides
 *     npm run test:guests -- approvals --long     the person takes six minutes
 *
 * GUEST_DIALECT chooses what text models speak, GUEST_SECONDS how long a visit may take.
 */
const dialect = process.env['GUEST_DIALECT'] ?? 'hermes'
const milliseconds = Number(process.env['GUEST_SECONDS'] ?? 180) * 1000
const words = process.argv.slice(2)
const names = words.filter((word) => !word.startsWith('--')).map((word) => word.toLowerCase())
const invited = GUESTS.filter(({ name }) => names.length === 0 || names.some((word) => name.toLowerCase().includes(word)))

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

async function receive(house: House, guest: Guest): Promise<readonly string[]> {
  const cells = [
    await playJob(house, guest, 'text'),
    await playJob(house, guest, 'native'),
    await playShape(house, guest, 'text'),
    await playShape(house, guest, 'native'),
    await playRefusal(house, guest, 'key'),
    await playRefusal(house, guest, 'full'),
    await playRefusal(house, guest, 'refused'),
    await playBroken(house, guest),
  ]
  const row = [guest.name, Object.values(guest.packages)[0] ?? '', ...cells]
  console.log(line(row))
  return row
}

const onlyApprovals = names[0] === 'approvals'
const installed = installGuests(onlyApprovals ? GUESTS : invited)
const onPlayed = (title: string, { status, seconds, output }: Played) => {
  if (words.includes('--show')) console.log(`\n--- ${title}: status ${status}, ${seconds} s\n${output.slice(-6000)}`)
}
const named = onlyApprovals ? names.slice(1) : names
const approvals = await playApprovals({
  installed,
  onPlayed,
  isLong: words.includes('--long'),
  isInvited: (name) => named.length === 0 || named.some((word) => name.toLowerCase().includes(word)),
})
const isFine = (rows: readonly (readonly string[])[], from: number) =>
  rows.every((row) => row.slice(from).every((cell) => cell === FINE || cell === NOTHING))
if (onlyApprovals) process.exit(isFine(approvals, 1) ? 0 : 1)
const models = await startModelServer(dialect, (model) => GUESTS.find((guest) => modelOf(guest) === model)?.hands ?? model)
const served = [...new Set(['shape', ...GUESTS.map(modelOf)])]
const provider = (id: string, speech: string) => ({
  id,
  kind: 'openai-compatible',
  url: `${models.url}/${id}`,
  models: served.map((name) => ({ id: name, dialect: speech })),
})
const file = JSON.stringify({
  providers: [
    provider('text', dialect),
    provider('broken', dialect),
    ...['native', ...Object.keys(REFUSALS)].map((kind) => provider(kind, 'native')),
  ],
})
const server = await startServer({ config: { ...readConfig({ env: { PARLEY_DISCOVER: 'no' }, file }), port: 0 } })
const house: House = {
  base: new URL(server.url).origin,
  models,
  installed,
  milliseconds,
  onPlayed,
}
const rows: (readonly string[])[] = []
try {
  for (const guest of invited) rows.push(await receive(house, guest))
} finally {
  await server.stop(0)
  await models.close()
}
const head = [
  'client',
  'version',
  `five turns, ${dialect}`,
  'five turns, native',
  `schema, ${dialect}`,
  'schema, native',
  'wrong key',
  'full context',
  'refused request',
  'broken call',
]
console.log(`\n${[head, head.map(() => '---'), ...rows].map(line).join('\n')}`)
const approvalHead = ['MCP tools through us', 'approved late, runs once', 'rejected, told why', 'abandoned, never runs']
console.log(`\n${[approvalHead, approvalHead.map(() => '---'), ...approvals].map(line).join('\n')}`)
process.exitCode = isFine(rows, 2) && isFine(approvals, 1) ? 0 : 1
