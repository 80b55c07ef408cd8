import { readFileSync } from 'node:fs'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { filterProblems } from '@arethetypeswrong/core/problems'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

/** What two strict readers of packages find wrong with a packed one. Only ways an ES module can be imported count: we publish no other. */
export async function judgePackage(tarball: string): Promise<readonly string[]> {
  const bytes = readFileSync(tarball)
  const { messages, pkg } = await publint({ pack: { tarball: new Uint8Array(bytes).buffer }, strict: true })
  const analysis = await checkPackage(createPackageFromTarballData(bytes))
  // Of a command nothing can be imported but its manifest.
  const isCommand = Object.keys(pkg.exports ?? {}).every((door) => door === './package.json')
  if (!analysis.types && !isCommand) return ['It has no types.']
  const problems = analysis.types
    ? (['node16-esm', 'bundler'] as const).flatMap((resolutionKind) => filterProblems(analysis, { resolutionKind }))
    : []
  return [
    ...messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code),
    ...problems.map((problem) => JSON.stringify(problem)),
  ]
}
