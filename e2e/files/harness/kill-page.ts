import { type By, type FileSystem, openIndexedDbFiles, type Path, toBytes, toPath, toText } from '@parley/browser/files'

// Loaded by a browser that will be killed; the address says which. It first tells what it found, then writes until it dies.
//
// Every content says which file it is for and which write it was, and fills up with that number, so a torn one shows:
//
//     /small/2 #41\n
//     41 41 41 41 41 …

const user: By = { actor: 'user' }
const small = [1, 2, 3].map((index) => toPath(`/small/${index}`))
const large = toPath('/large/file')
const moving = [toPath('/here/file'), toPath('/there/file')] as const

export interface Found {
  /** The write that each file holds, by path. */
  readonly writes: Readonly<Record<string, number>>
  readonly problems: readonly string[]
  readonly versions: number
}

const lengths: Readonly<Record<string, number>> = { '/large/file': 120_000, '/here/file': 2000, '/there/file': 2000 }

function content(path: string, write: number): string {
  return `${path} #${write}\n${`${write} `.repeat(lengths[path] ?? 30)}`
}

/** Which write a content is, or nothing when it is not exactly one of ours. A moved file may carry its former name. */
function writeIn(text: string): number | undefined {
  const [, path = '', number = ''] = /^(\S+) #(\d+)\n/.exec(text) ?? []
  return text === content(path, Number(number)) ? Number(number) : undefined
}

async function post(path: string, body: unknown): Promise<void> {
  await fetch(path + location.search, { method: 'POST', body: JSON.stringify(body) })
}

async function sha256(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', toBytes(text)))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function examine(files: FileSystem): Promise<Found> {
  const problems: string[] = []
  const writes: Record<string, number> = {}
  let versions = 0
  for (const entry of await files.tree(toPath('/'), user)) {
    if (entry.type === 'folder') continue
    const text = toText((await files.read(entry.path, user)).data)
    const write = writeIn(text)
    if (write === undefined) problems.push(`${entry.path} is torn: ${text.slice(0, 40)}`)
    if ((await sha256(text)) !== entry.hash || toBytes(text).length !== entry.size)
      problems.push(`${entry.path} is not what its entry says`)
    writes[entry.path] = write ?? -1
    versions += await examineVersions(files, entry.path, entry.hash, problems)
  }
  const newest = await files.history.now()
  const [operation] = await files.history.operations({ limit: 1 })
  if (operation !== undefined && operation.version > newest) problems.push('the log is ahead of itself')
  return { writes, problems, versions }
}

/** The newest version is the file, and each of the last few is whole and in order. */
async function examineVersions(files: FileSystem, path: Path, hash: string, problems: string[]): Promise<number> {
  const versions = await files.history.versions(path, user)
  if (versions[0]?.entry.hash !== hash) problems.push(`${path} is not its newest version`)
  let previous = Number.POSITIVE_INFINITY
  for (const { entry } of versions.slice(0, 8)) {
    const text = toText((await files.history.readVersion(path, entry.version, user)).data)
    const write = writeIn(text)
    if (write === undefined || write > previous) problems.push(`version ${entry.version} of ${path} is torn or out of order`)
    if ((await sha256(text)) !== entry.hash) problems.push(`version ${entry.version} of ${path} has another hash`)
    previous = write ?? previous
  }
  return versions.length
}

/** Small files in one batch, a large one, and one that moves back and forth, as fast as it goes. */
async function writeForEver(files: FileSystem, first: number): Promise<never> {
  for (let write = first; ; write++) {
    await post('/intent', write)
    await files.writeMany(
      small.map((path) => ({ path, data: content(path, write) })),
      user,
    )
    await files.write(large, content(large, write), user)
    const [from, to] = write % 2 === 0 ? moving : [moving[1], moving[0]]
    const there = (await files.readMany([from], user))[0] !== undefined
    if (there) await files.move(from, to, user)
    await files.write(to, content(to, write), user)
    // Not waited for: the next write may begin, and so more of the time is writing.
    void post('/done', write)
  }
}

// The small files lie in one pack, which every batch writes anew.
const files = await openIndexedDbFiles({ name: 'kill', packs: { least: 2 } })
const found = await examine(files)
await post('/found', found)
await writeForEver(files, Math.max(0, ...Object.values(found.writes)) + 1)
