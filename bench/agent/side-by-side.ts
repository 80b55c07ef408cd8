import type { Turn } from './turn.ts'

export interface Cost {
  /** Milliseconds of a turn by the clock. */
  readonly wall: number
  /** Milliseconds of processor time of this process for a turn. */
  readonly cpu: number
}

/**
 * One way after the other in every round, each time in another order, so that whatever else the machine does hits all alike.
 * The middle of the better half of the rounds counts: the worse half is the machine's other work.
 */
export async function sideBySide<Name extends string>(
  ways: Readonly<Record<Name, Turn>>,
  { rounds, warm = 60 }: { rounds: number; warm?: number },
): Promise<Readonly<Record<Name, Cost>>> {
  // The keys of a record are its names.
  const names = Object.keys(ways) as Name[]
  const costs = new Map(names.map((name) => [name, [] as Cost[]]))
  for (let round = -warm; round < rounds; round++)
    for (let place = 0; place < names.length; place++) {
      const name = names[(place + round + warm) % names.length]
      if (name === undefined) continue
      const cost = await costOf(ways[name])
      if (round >= 0) costs.get(name)?.push(cost)
    }
  const middle = (name: Name, key: keyof Cost) => quartile((costs.get(name) ?? []).map((cost) => cost[key]))
  // One entry for each name.
  return Object.fromEntries(names.map((name) => [name, { wall: middle(name, 'wall'), cpu: middle(name, 'cpu') }])) as Record<
    Name,
    Cost
  >
}

async function costOf(turn: Turn): Promise<Cost> {
  const processor = process.cpuUsage()
  const since = performance.now()
  await turn(crypto.randomUUID())
  const wall = performance.now() - since
  const { user, system } = process.cpuUsage(processor)
  return { wall, cpu: (user + system) / 1000 }
}

function quartile(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 4)] ?? 0
}
