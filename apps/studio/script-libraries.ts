import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const PREFIX = 'virtual:library/'

/** What pages may import of a library, by its name. */
const IMPORTED: Readonly<Record<string, readonly string[]>> = {
  react: ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime'],
}

/** One file of `libraries/` with all that it imports, as one script. */
async function compile(name: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2024',
      rolldownOptions: {
        input: fileURLToPath(new URL(`libraries/${name}.ts`, import.meta.url)),
        output: { format: 'iife', codeSplitting: false },
      },
    },
  })
  const [output] = [built].flat()
  if (!output || !('output' in output)) throw new Error(`The library ${name} was not built.`)
  return output.output[0].code
}

/** Scripts for locked documents, which can fetch nothing: each is text in a chunk of its own, fetched when it is wanted. */
export const scriptLibraries = (): Plugin => ({
  name: 'script-libraries',
  resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
  async load(id) {
    if (!id.startsWith(`\0${PREFIX}`)) return undefined
    const name = id.slice(PREFIX.length + 1)
    const script = JSON.stringify(await compile(name))
    return `export const names = ${JSON.stringify(IMPORTED[name] ?? [])}\nexport const script = ${script}`
  },
})
