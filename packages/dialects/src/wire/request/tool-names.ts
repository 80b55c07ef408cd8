import { digest } from '../../canonical/digest.ts'

export interface ToolNames {
  /** The name as the vendor accepts it. Never the same for two tools. */
  toWire(name: string): string
  /** The tool's own name. A name that no tool was given stays as it is. */
  fromWire(wireName: string): string
}

const MAX_LENGTH = 64

/**
 * Renames the tools whose names a vendor forbids, and finds them again in its answer. The same tools in the same order
 * give the same names, so writer and reader agree without talking to each other:
 *
 *     files.read all   →   files_read_all_0a3f…      what was written, and a digest of it
 */
export function createToolNames(accepts: RegExp, names: Iterable<string> = []): ToolNames {
  const toWire = new Map<string, string>()
  const fromWire = new Map<string, string>()
  const name = (own: string): string => {
    const known = toWire.get(own)
    if (known !== undefined) return known
    let wanted = accepts.test(own) ? own : legalName(own, digest(own))
    for (let attempt = 1; fromWire.has(wanted); attempt++) wanted = legalName(own, digest(`${own}#${attempt}`))
    toWire.set(own, wanted)
    fromWire.set(wanted, own)
    return wanted
  }
  const all = [...names]
  for (const own of all) if (accepts.test(own)) name(own)
  for (const own of all) name(own)
  return { toWire: name, fromWire: (wireName) => fromWire.get(wireName) ?? wireName }
}

/** Begins with a letter and uses only what every vendor allows. */
function legalName(own: string, mark: string): string {
  const letters = own.replace(/[^a-zA-Z0-9_-]+/g, '_').replace(/^[^a-zA-Z]+/, '')
  return `${letters.slice(0, MAX_LENGTH - mark.length - 1) || 'tool'}_${mark}`
}
