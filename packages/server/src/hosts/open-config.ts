import { join } from 'node:path'
import type { Config } from '../config-schema.ts'
import { type OwnProviders, withOwn } from '../connecting/own-providers.ts'
import { createLiveConfig, type LiveConfig } from '../live-config.ts'
import type { Log } from '../logging/log.ts'
import { secretsOf } from '../logging/secrets.ts'
import { openProviderFile } from './folders/provider-file.ts'

interface OpenedConfig {
  readonly live: LiveConfig
  readonly ownProviders: OwnProviders
  /** Takes another configuration, and returns what of it needs a restart. */
  take(next: Config): readonly string[]
}

/** The configuration that was given, with what was connected in the page. */
export async function openConfig(config: Config, log: Log, tell: (sentence: string) => void): Promise<OpenedConfig> {
  let given = config
  const file = join(config.agent.folder, 'providers.json')
  const ownProviders = await openProviderFile(file, { onBad: tell, onChange: () => void take(given) })
  const whole = (next: Config): Config => ({ ...next, providers: withOwn(next.providers, ownProviders.list()) })
  const live = createLiveConfig(whole(config))
  const take = (next: Config) => {
    const all = whole(next)
    log.adjust({ secrets: secretsOf(all) })
    given = next
    return live.change(all)
  }
  log.adjust({ secrets: secretsOf(live.current) })
  return { live, ownProviders, take }
}
