/** As much of it as tests use: its own types bring Express's along, which are not ours. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface Settings {
    readonly clients: readonly object[]
    readonly cookies: { readonly keys: readonly string[] }
    readonly claims: Readonly<Record<string, readonly string[]>>
    readonly conformIdTokenClaims: boolean
    readonly findAccount: (context: unknown, id: string) => { readonly accountId: string; readonly claims: () => object }
  }

  export class Provider {
    constructor(issuer: string, settings: Settings)
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
  }
}
