import { cpus, loadavg } from 'node:os'
import { startPostgres } from '../e2e/agent/harness/start-postgres.ts'
import { measureCosts } from './scale/cost.ts'
import { openMeter } from './scale/meter.ts'
import { crowdOf, makeWaiting } from './scale/million.ts'
import { measureProbes, measureVisits } from './scale/probes.ts'
import { measureReplicas } from './scale/replicas.ts'

// `npm run bench scale [threads] [rounds]`: what a step and a waiting thread cost, a million of them, ten replicas. Takes about ten gigabytes
// in the folder for temporary files while it runs, and gives them back.

const threads = Number(process.argv[2] ?? 1_000_000)
const rounds = Number(process.argv[3] ?? 300)
const load = (what: string) => console.log(`\n## ${what}\n\n${cpus().length} processors, load ${loadavg()[0]?.toFixed(1)}`)

const careful = await startPostgres({ careless: false })
try {
  load('What it costs')
  await measureCosts(await careful.create(), rounds)
} finally {
  await careful.stop()
}

// Making the threads is no part of what is measured: nobody waits for a disk.
const postgres = await startPostgres()
try {
  const address = await postgres.create()
  const crowd = crowdOf(threads)
  const meter = await openMeter(address)
  load(`${threads} threads that wait`)
  await makeWaiting(address, meter.client, crowd)
  await measureProbes(address, crowd)
  await measureVisits(address, crowd)
  load('Ten replicas')
  await measureReplicas(address, meter.spent, crowd)
  await meter.close()
} finally {
  await postgres.stop()
}
