import { build, type Plugin } from 'vite'

const NAME = 'virtual:preview-libraries'
const ENTRY = 'virtual:preview-libraries/entry'
const LIBRARIES = ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime']

const entryCode = [
  ...LIBRARIES.map((name, index) => `import * as library${index} from ${JSON.stringify(name)}`),
  `globalThis.parleyLibraries = { ${LIBRARIES.map((name, index) => `${JSON.stringify(name)}: library${index}`).join(', ')} }`,
].join('\n')

const virtual = (name: string, code: () => string | Promise<string>): Plugin => ({
  name,
  resolveId: (id) => (id === name ? `\0${name}` : undefined),
  load: (id) => (id === `\0${name}` ? code() : undefined),
})

async function compile(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [virtual(ENTRY, () => entryCode)],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, rolldownOptions: { input: ENTRY, output: { format: 'iife' } } },
  })
  const [output] = [built].flat()
  if (!output || !('output' in output)) throw new Error('The libraries for previews were not built.')
  return output.output[0].code
}

/** React in one script, for pages in a preview: they can fetch nothing. A chunk of its own, fetched when a page imports it. */
export const previewLibraries = (): Plugin =>
  virtual(NAME, async () => {
    const script = await compile()
    return `export const names = ${JSON.stringify(LIBRARIES)}\nexport const script = ${JSON.stringify(script)}`
  })
