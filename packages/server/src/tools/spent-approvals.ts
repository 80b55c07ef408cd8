/** Which approvals were used. `false`: this one was, or nobody can say any more. */
export type SpendApproval = (approvalId: string, until: number) => Promise<boolean>

/** More than people decide about in a week; beyond it nothing is approved, rather than something twice. */
const MOST = 100_000

/** In the memory of one process, and in `shared` if there is such a place, so that replicas know of each other. */
export function createSpentApprovals(now: () => number, shared: SpendApproval = async () => true): SpendApproval {
  const spent = new Map<string, number>()
  return async (approvalId, until) => {
    if (spent.has(approvalId)) return false
    if (spent.size >= MOST) for (const [id, end] of spent) if (end < now()) spent.delete(id)
    if (spent.size >= MOST) return false
    spent.set(approvalId, until)
    return await shared(approvalId, until)
  }
}
