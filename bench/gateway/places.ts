import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

const [FOR_THE_MODEL, FOR_THE_PROXY] = ['0', '1']

/**
 * Gives the model a core for itself, as if it were on another machine, and the other to whoever is measured and to the readers, which are this process.
 * So the proxy is what everybody waits for (docs/decisions/0165). Returns how to let go again, or nothing where it cannot be done.
 */
export function keepApart(model: number, proxies: readonly number[]): (() => void) | undefined {
  const everywhere = `0-${availableParallelism() - 1}`
  const letGo = () => void put(everywhere, [model, ...proxies, process.pid])
  if (put(FOR_THE_MODEL, [model]) && put(FOR_THE_PROXY, [...proxies, process.pid])) return letGo
  letGo()
  return undefined
}

function put(cores: string, pids: readonly number[]): boolean {
  return pids.every((pid) => spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(pid)]).status === 0)
}
