import { studioHeaders } from '@parley/browser/sandbox-document'
import { lockedSandbox, offlinePage, pythonRuntime } from '@parley/browser/vite'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { packedFirstLoad } from './packed-first-load.ts'
import { scriptLibraries } from './script-libraries.ts'

const conditions = ['@parley/source', 'module', 'browser', 'import', 'development|production', 'default']

/** Hosts a person may grant to programs. The page narrows this to the granted ones before it does anything else. */
const REACHABLE = ['https:', 'http://127.0.0.1:*', 'http://localhost:*']

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    scriptLibraries(),
    pythonRuntime(),
    packedFirstLoad(),
    lockedSandbox({ pageHeaders: studioHeaders({ connect: REACHABLE, models: true }) }),
    offlinePage(),
  ],
  resolve: { conditions },
  worker: { format: 'es' },
  build: {
    target: 'es2024',
    chunkSizeWarningLimit: 1200,
    // What is needed at once comes in one piece: two dozen small ones are 4 % larger when compressed, each by itself. An icon is smaller than the headers that it would come with.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first-load', tags: ['$initial'] },
            { name: 'icons', test: /lucide-react/ },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(['/api', '/v1', '/health', '/mcp-view.html'].map((door) => [door, 'http://127.0.0.1:4317'])),
  },
})
