import type { Config } from '../config-schema.ts'

/** Everything in the configuration that no log may hold. */
export function secretsOf({ token, tokens, secret, providers, agent, signIn }: Config): readonly string[] {
  const password = agent.database === undefined ? undefined : passwordIn(agent.database)
  const keys = providers.flatMap(({ key, headers = {} }) => [key, ...Object.values(headers)])
  const ofPeople = signIn && ('header' in signIn ? signIn.proxySecret : signIn.clientSecret)
  return [token, secret, ofPeople, password, ...Object.values(tokens), ...keys].filter((text) => text !== undefined)
}

function passwordIn(address: string): string | undefined {
  const password = URL.canParse(address) ? new URL(address).password : ''
  return password === '' ? undefined : decodeURIComponent(password)
}
