import { join } from 'node:path'
import type { Config } from '../../config-schema.ts'
import { type EngineHome, openEngineHome } from './install-engine.ts'

/** Where the engine of this configuration lives, or would. */
export const engineHomeOf = ({ agent, engine: { accelerator } }: Pick<Config, 'agent' | 'engine'>): EngineHome =>
  openEngineHome({ folder: join(agent.folder, 'engine'), accelerator })
