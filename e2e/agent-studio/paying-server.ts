import { join } from 'node:path'
import { defineBackendTool, readConfig } from '@parley/server'
import { startServer } from '@parley/server/node'
import { z } from 'zod'
import { root } from '../../scripts/workspace/root.mjs'

let payments = 0
let questions = 0

/** A tool of the server with an effect, which wants to be asked about. */
const pay = defineBackendTool({
  name: 'pay',
  description: 'Pays a sum.',
  input: z.object({ sum: z.number() }),
  approval: ({ sum }) => `It costs ${sum} coins.`,
  run: async ({ sum }) => `Payment ${++payments}: ${sum} coins.`,
})

/** One that only looks, and asks nobody. */
const price = defineBackendTool({
  name: 'price_of',
  description: 'Says what something costs.',
  input: z.object({ item: z.string() }),
  run: async ({ item }) => `Question ${++questions}: a ${item} costs 5 coins.`,
})

const config = readConfig({ env: process.env })
const { url } = await startServer({ config, page: join(root, 'apps/studio/dist'), tools: [pay, price] })
console.log(url)
