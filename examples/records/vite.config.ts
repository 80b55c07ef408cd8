import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react(), tailwindcss()],
  // Inside this repository the packages are taken as they are written; an app of your own leaves this line out.
  resolve: { conditions: ['@parley/source', 'module', 'browser', 'import', 'development|production', 'default'] },
  build: { target: 'es2024', chunkSizeWarningLimit: 1500 },
})
