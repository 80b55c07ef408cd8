import { availableParallelism, loadavg } from 'node:os'

/** How much longer things take here than on a machine that has little else to do: leases and patience are as much longer. */
export const SLOWNESS = Math.min(8, Math.max(1, (loadavg()[0] ?? 0) / availableParallelism() / 3))
