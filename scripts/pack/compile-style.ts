import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { build } from 'vite'
import { root } from '../workspace/root.mjs'

/** Writes `dist/style.css` of the components: what they need and nothing else. */
export async function compileStyle(): Promise<void> {
  const folder = join(root, 'packages', 'react')
  await build({
    configFile: false,
    logLevel: 'error',
    root: folder,
    plugins: [tailwindcss()],
    build: {
      outDir: 'dist',
      emptyOutDir: false,
      copyPublicDir: false,
      rollupOptions: { input: join(folder, 'src', 'style', 'style.css'), output: { assetFileNames: '[name][extname]' } },
    },
  })
}
