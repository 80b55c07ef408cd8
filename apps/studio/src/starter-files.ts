import { toPath } from '@parley/browser/files'

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

/** A small project to play with: what new conversations begin with, until somebody puts other files there. */
export const starterFiles = () => [
  { path: toPath('/src/App.tsx'), data: APP },
  { path: toPath('/src/index.tsx'), data: INDEX },
]
