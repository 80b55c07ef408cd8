import type { CompiledModule, ModuleImport } from '@parley/browser/sandbox'
import { init, parse } from 'es-module-lexer'
import { type Transform, transform } from 'sucrase'

/** `<T>value` is a cast in a `.ts` file and an element in any other. */
const transformsFor = (path: string): Transform[] =>
  path.endsWith('.ts') ? ['typescript'] : path.endsWith('.tsx') ? ['typescript', 'jsx'] : ['jsx']

/** TypeScript and JSX to JavaScript, with the places of what it imports. Types are not checked. */
export async function compileModule(path: string, text: string): Promise<CompiledModule> {
  const { code } = transform(text, { transforms: transformsFor(path), jsxRuntime: 'automatic', production: true })
  await init()
  const [found] = parse(code)
  const imports = found.flatMap((one): ModuleImport[] => {
    if (one.type === 'import-meta' || one.specifier === undefined) return []
    return [{ specifier: one.specifier, start: one.start, end: one.end, isDynamic: one.type === 'dynamic' }]
  })
  return { code, imports }
}
