/** What the place of a conversation in the list depends on. */
export interface Grouped {
  readonly updatedAt: number
  readonly pinned?: true
  readonly archived?: true
  readonly folder?: string
}

export interface ThreadGroup<Thread> {
  readonly kind: 'pinned' | 'folder' | 'today' | 'yesterday' | 'week' | 'month' | 'older' | 'archive'
  /** Different for each group. */
  readonly key: string
  /** The name of a folder. */
  readonly name?: string
  /** Within the month of older ones. */
  readonly at?: number
  readonly threads: readonly Thread[]
}

const ORDER: readonly ThreadGroup<unknown>['kind'][] = [
  'pinned',
  'folder',
  'today',
  'yesterday',
  'week',
  'month',
  'older',
  'archive',
]

/** Pinned ones first, then folders by name, then days as the person's clock has them. Within a group the order stays. */
export function groupThreads<Thread extends Grouped>(threads: readonly Thread[], now: Date): readonly ThreadGroup<Thread>[] {
  const since = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - days).getTime()
  const days = [
    ['today', since(0)],
    ['yesterday', since(1)],
    ['week', since(7)],
    ['month', since(30)],
  ] as const
  const placeOf = ({ archived, pinned, folder, updatedAt }: Thread): Omit<ThreadGroup<Thread>, 'threads'> => {
    if (archived) return { kind: 'archive', key: 'archive' }
    if (pinned) return { kind: 'pinned', key: 'pinned' }
    if (folder !== undefined) return { kind: 'folder', key: `folder ${folder}`, name: folder }
    const day = days.find(([, begin]) => updatedAt >= begin)
    if (day) return { kind: day[0], key: day[0] }
    const date = new Date(updatedAt)
    return { kind: 'older', key: `older ${date.getFullYear()} ${date.getMonth()}`, at: updatedAt }
  }
  const groups = new Map<string, Omit<ThreadGroup<Thread>, 'threads'> & { readonly threads: Thread[] }>()
  for (const thread of threads) {
    const place = placeOf(thread)
    const group = groups.get(place.key)
    if (group) group.threads.push(thread)
    else groups.set(place.key, { ...place, threads: [thread] })
  }
  return [...groups.values()].sort(
    (left, right) =>
      ORDER.indexOf(left.kind) - ORDER.indexOf(right.kind) ||
      (left.name ?? '').localeCompare(right.name ?? '') ||
      (right.at ?? 0) - (left.at ?? 0),
  )
}
