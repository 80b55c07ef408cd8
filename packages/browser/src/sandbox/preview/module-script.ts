/**
 * Libraries that pages may import: a script that leaves them in `parleyLibraries`, by name. They are compiled when the studio
 * is built, since a preview can fetch nothing.
 */
export interface PreviewLibraries {
  readonly names: readonly string[]
  readonly script: string
}

interface ModulesOfPage {
  readonly found: ReadonlyMap<string, string>
  readonly problems: readonly string[]
}

const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/** A script for the head of a page. Addresses of files are made there: those of another document would be refused. */
export const moduleScript = ({ found, problems }: ModulesOfPage): string => `
const modules = ${inScript(Object.fromEntries(found))}
const imports = {}
const put = (name, code) => {
  imports[name] = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))
}
for (const name in modules) put(name, modules[name])
for (const name in globalThis.parleyLibraries) {
  const exported = Object.keys(parleyLibraries[name]).filter((key) => key !== 'default' && /^[a-z_$][\\w$]*$/i.test(key))
  const one = 'const library = parleyLibraries[' + JSON.stringify(name) + ']\\nexport default library.default ?? library\\n'
  put(name, one + exported.map((key) => 'export const ' + key + ' = library.' + key).join('\\n'))
}
const map = document.createElement('script')
map.type = 'importmap'
map.textContent = JSON.stringify({ imports })
document.currentScript.after(map)
for (const problem of ${inScript(problems)}) console.error(problem)
`
