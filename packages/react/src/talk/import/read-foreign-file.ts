import { type ReadForeign, readForeign } from '@parley/browser'
import { filesFromZip, isFileError, type OutsideFile } from '@parley/browser/files'

/** `PK`, as every archive begins. */
const isZip = async (file: Blob): Promise<boolean> => (await file.slice(0, 2).text()) === 'PK'

/** Reads an export as it was downloaded, an archive too. Throws only where the browser cannot read the file. */
export async function readForeignFile(file: Blob): Promise<ReadForeign> {
  if (!(await isZip(file))) return readForeign(await file.text())
  try {
    return await readArchive(file)
  } catch (error) {
    if (!isFileError(error)) throw error
    const { message, words } = error
    return { kind: 'invalid', problem: { message, ...(words && { words }) } }
  }
}

/** Large exports have several such files; other programs give every conversation one of its own. */
const isNamed = ({ path }: OutsideFile): boolean => /(?:^|\/)conversations[^/]*\.json$/i.test(path)
const isJson = ({ path }: OutsideFile): boolean => /\.json$/i.test(path) && !path.startsWith('__MACOSX/')

async function readArchive(archive: Blob): Promise<ReadForeign> {
  const files: OutsideFile[] = []
  for await (const file of filesFromZip(archive)) files.push(file)
  const named = files.filter(isNamed)
  // What an archive without any would be told.
  let whole = readForeign('null')
  for (const file of named.length > 0 ? named : files.filter(isJson)) {
    const read = readForeign(await new Blob([await file.read()]).text())
    whole = joined(whole, read)
  }
  return whole
}

/** What is no conversation lies beside those that are; of two programs the first one counts. */
function joined(before: ReadForeign, next: ReadForeign): ReadForeign {
  if (before.kind === 'invalid') return next
  if (next.kind === 'invalid' || next.from !== before.from) return before
  return { ...before, threads: [...before.threads, ...next.threads], leftOut: before.leftOut + next.leftOut }
}
