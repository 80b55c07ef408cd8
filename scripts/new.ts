import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pluginFiles, pluginKinds } from './new/plugin-files.ts'
import { parsePluginName } from './new/plugin-name.ts'
import { Advice, main, say } from './workspace/narrate.mjs'
import { root } from './workspace/root.mjs'
import { fromSource } from './workspace/serve-command.mjs'

/** `npm run new dialect glm-4` writes the files of a plug-in that works, and registers it. Nothing that exists is touched. */
await main(async () => {
  const [kind = '', text = ''] = process.argv.slice(2)
  const name = parsePluginName(text)
  if (!pluginKinds.includes(kind) || !name)
    throw new Advice(`Say what, and a name in kebab-case: npm run new ${pluginKinds.join('|')} my-name`)

  const files = pluginFiles(kind, name)
  const taken = files.find(([path]) => existsSync(join(root, path)))
  if (taken) throw new Advice(`${taken[0]} exists already. Choose another name.`)
  for (const [path, content] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
    say(`wrote ${path}`)
  }
  const { status } = spawnSync(process.execPath, fromSource('scripts/generate.ts'), { stdio: 'inherit' })
  say(`It works as it is; docs/add-a-${kind}.md says how to make it yours.`)
  return status ?? 1
})
