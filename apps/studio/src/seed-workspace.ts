import { type FileSystem, ROOT, toPath } from '@parley/browser'

const APP = `export function App() {
  return (
    <main>
      <h1>Hello, Parley</h1>
      <p>Ask for a change, and watch it happen.</p>
    </main>
  )
}
`

const INDEX = `import { createRoot } from 'react-dom/client'
import { App } from './App'

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
`

/** A small project to play with, on the very first visit. Deleting it leaves it deleted. */
export async function seedWorkspace(files: FileSystem): Promise<void> {
  const by = { actor: 'user' } as const
  const untouched = (await files.history.now()) === 0 && (await files.list(ROOT, by)).length === 0
  if (!untouched) return
  await files.writeMany(
    [
      { path: toPath('/src/App.tsx'), data: APP },
      { path: toPath('/src/index.tsx'), data: INDEX },
    ],
    by,
  )
}
