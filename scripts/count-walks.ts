import { answerWalk, gatewayWalk } from './walks/chat-walks.ts'
import { stepWalk, writeWalk } from './walks/other-walks.ts'

/** Which files of ours a walk crosses: `node scripts/run.mjs scripts/count-walks.ts`, with `--files` to list them. */
const walks = {
  'hermes answer, socket to next request': answerWalk,
  'gateway request': gatewayWalk,
  'write_file to the database': writeWalk,
  'step of an agent': stepWalk,
}

for (const [title, walk] of Object.entries(walks)) {
  const files = await walk()
  process.stdout.write(`${String(files.length).padStart(4)}  ${title}\n`)
  if (process.argv.includes('--files')) process.stdout.write(`${files.map((file) => `      ${file}\n`).join('')}\n`)
}
process.exit(0)
