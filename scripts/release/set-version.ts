type Fields = Readonly<Record<string, unknown>>

/** The manifests that carry the version. */
export const MANIFESTS = ['package.json', '{packages,apps}/*/package.json', '{e2e,examples,examples/records}/package.json']

const DEPENDENCIES = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A manifest of the house, or its entry in a lock, with another version: its own, and that of every room it names. */
export function setVersion<Manifest extends Fields>(manifest: Manifest, version: string): Manifest {
  const renewed = Object.entries(manifest).map(([key, value]) => {
    if (key === 'version') return [key, version]
    if (!DEPENDENCIES.includes(key) || !isFields(value)) return [key, value]
    return [
      key,
      Object.fromEntries(Object.entries(value).map(([name, wanted]) => [name, isOurs(name, wanted) ? version : wanted])),
    ]
  })
  // The same keys in the same order, and each value of the type it had.
  return Object.fromEntries(renewed) as Manifest
}

/** The text of a manifest in a release: of a package that is published it also says where it comes from. */
export function releaseManifest(file: string, text: string, { version, url }: { version: string; url: string }): string {
  const manifest = setVersion(JSON.parse(text), version)
  const directory = /^(packages\/\w+)\//.exec(file)?.[1]
  return formatJson(directory ? { ...manifest, repository: { type: 'git', url, directory } } : manifest)
}

export const formatJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** A lock: the entries of the house are those that do not lie in `node_modules`. */
export function setLockVersion(lock: Fields, version: string): Fields {
  const packages = isFields(lock['packages']) ? lock['packages'] : {}
  const renewed = Object.entries(packages).map(([path, entry]) => [
    path,
    !path.includes('node_modules') && isFields(entry) && 'version' in entry ? setVersion(entry, version) : entry,
  ])
  return { ...lock, version, packages: Object.fromEntries(renewed) }
}

const isOurs = (name: string, wanted: unknown) => name.startsWith('@parley/') && typeof wanted === 'string' && /^\d/.test(wanted)

const numbers = (version: string): readonly number[] => version.split('.').map(Number)

/** Whether `next` is a version that npm takes, and a later one. */
export function isLater(next: string, present: string): boolean {
  if (!/^\d+\.\d+\.\d+$/.test(next)) return false
  const [now, then] = [numbers(present), numbers(next)]
  const at = then.findIndex((number, place) => number !== now[place])
  return at >= 0 && (then[at] ?? 0) > (now[at] ?? 0)
}
