import { join } from 'node:path'

export default {
  distDir: 'dist',
  // The packages come from the house around this example, not from npm.
  turbopack: { root: join(import.meta.dirname, '..', '..') },
  // `npm run check` looks at the types, with the compiler of the house.
  typescript: { ignoreBuildErrors: true },
  // Built once and served: a cache for the next build costs half as much again.
  experimental: { turbopackFileSystemCacheForBuild: false },
}
