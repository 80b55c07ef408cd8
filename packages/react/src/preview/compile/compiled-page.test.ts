// @vitest-environment happy-dom
import { inlinePage } from '@parley/browser/sandbox'
import { expect, test } from 'vitest'
import { compileModule } from './compile-module.ts'
import { componentPage } from './component-page.ts'

const libraries = async () => ({ names: ['react', 'react-dom/client', 'react/jsx-runtime'], script: 'parleyLibraries = {}' })

const show = (files: Readonly<Record<string, string>>, path: string, html = files[path] ?? '') =>
  inlinePage(html, path, async (name) => files[name], { compile: compileModule, libraries })

/** What the page's first script would put in place. */
function modulesOf(page: string): Record<string, string> {
  const [, json = '{}'] = /const modules = (.*)/.exec(page) ?? []
  return JSON.parse(json)
}

const problemsOf = (page: string): string[] => JSON.parse(/for \(const problem of (.*)\) console/.exec(page)?.[1] ?? '[]')

test('a component is compiled with all it imports, each file once, also where files import each other', async () => {
  const page = await show(
    {
      '/src/App.tsx':
        'import { Row } from "./row"\nimport "./app.css"\nimport data from "./data.json"\nexport const size = (n: number): number => n\nexport default () => <Row n={data.n as number} />',
      '/src/row/index.tsx': 'import { size } from "../App.tsx"\nexport const Row = ({ n }: { n: number }) => <b>{size(n)}</b>',
      '/src/app.css': 'b { color: red }',
      '/src/data.json': '{"n": 7}',
    },
    '/src/App.tsx',
    componentPage('/src/App.tsx'),
  )
  const modules = modulesOf(page)
  expect(Object.keys(modules)).toEqual(['vfs:/src/App.tsx', 'vfs:/src/row/index.tsx', 'vfs:/src/app.css', 'vfs:/src/data.json'])
  expect(modules['vfs:/src/App.tsx']).toContain('"vfs:/src/row/index.tsx"')
  expect(modules['vfs:/src/row/index.tsx']).toContain('"vfs:/src/App.tsx"')
  expect(modules['vfs:/src/row/index.tsx']).not.toContain(': number')
  expect(modules['vfs:/src/data.json']).toContain('export default {"n":7}')
  expect(page).toContain('import * as file from "vfs:/src/App.tsx"')
  expect(page).toContain('parleyLibraries = {}')
  expect(problemsOf(page)).toEqual([])
})

test('what is not there is said, with what there is', async () => {
  const page = await show(
    {
      '/a.html': '<script type="module">import x from "lodash"; import "./b.js"; import("./c.js")</script>',
      '/c.js': 'export {',
    },
    '/a.html',
  )
  expect(problemsOf(page)).toEqual([
    '"lodash" in /a.html cannot be imported: nothing gets into a preview from outside. There are: react, react-dom/client, react/jsx-runtime.',
    '"./b.js" in /a.html cannot be imported: there is no such file.',
    expect.stringContaining('/c.js cannot be loaded:'),
  ])
})

test('a script that is written wrong is named with its line', async () => {
  const page = await show({ '/App.tsx': 'export default () => <b>' }, '/App.tsx', componentPage('/App.tsx'))
  expect(problemsOf(page)).toEqual([expect.stringMatching(/^\/App\.tsx cannot be loaded: .*\(1:\d+\)$/)])
})

test('nothing in a file or its name ends the script that carries it', async () => {
  const path = '/</script><b>\'".tsx'
  const page = await show({ [path]: 'export default "</script><img src=x onerror=alert(1)>"' }, path, componentPage(path))
  const read = new DOMParser().parseFromString(page, 'text/html')
  expect(read.querySelectorAll('img, b')).toHaveLength(0)
  expect(read.querySelectorAll('script')).toHaveLength(3)
  expect(Object.values(modulesOf(page))).toHaveLength(1)
})

test('a page without modules is left as it is', async () => {
  expect(await show({ '/a.html': '<script>let a = 1</script>' }, '/a.html')).not.toContain('const modules')
})

test('a page that names a large file again and again has it so often and no more', async () => {
  const page = await inlinePage('<script src="a.js"></script>'.repeat(100), '/page.html', async () => 'x'.repeat(3_000_000))
  expect(page.length).toBeLessThan(70_000_000)
  expect(page.match(/src="a.js"/g)).toHaveLength(79)
})
