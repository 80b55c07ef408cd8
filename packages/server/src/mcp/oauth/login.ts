import type {
  OAuthClientInformationContext,
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import { refusal } from '../../http-fault.ts'
import { createCountedFetch } from '../connection/counted-fetch.ts'
import { say } from '../words.ts'
import type { KeptLogin, Logins } from './logins.ts'

export interface LoginParts {
  readonly logins: Logins
  readonly owner: string
  readonly serverUrl: string
  /** The server, and which address it is: another address under the same name has no login. */
  readonly server: string
  /** Who we are, where the settings say so: `{id, secret}`. Absent: a document, or a registration. */
  readonly client?: { readonly id: string; readonly secret?: string }
  /** A public document that says who we are. Absent: there is none. */
  readonly document?: string
}

/** Uses a login that there is, and renews it. It never begins one: that needs a person, who is asked by the status `needs-login`. */
export class KeptProvider implements OAuthClientProvider {
  readonly #parts: LoginParts
  readonly redirectUrl: string
  readonly clientMetadataUrl?: string

  constructor(parts: LoginParts, redirectUrl = 'http://127.0.0.1/') {
    this.#parts = parts
    this.redirectUrl = redirectUrl
    if (parts.document !== undefined) this.clientMetadataUrl = parts.document
  }

  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: 'Parley',
      redirect_uris: [this.redirectUrl],
      application_type: 'native',
      token_endpoint_auth_method: this.#parts.client?.secret === undefined ? 'none' : 'client_secret_post',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    }
  }

  clientInformation(context?: OAuthClientInformationContext): StoredOAuthClientInformation | undefined {
    const { client } = this.#parts
    if (client) return { client_id: client.id, ...(client.secret !== undefined && { client_secret: client.secret }) }
    return context && this.#kept.clients[context.issuer]
  }

  async saveClientInformation(information: StoredOAuthClientInformation, context?: OAuthClientInformationContext): Promise<void> {
    if (context) await this.#change((login) => ({ ...login, clients: { ...login.clients, [context.issuer]: information } }))
  }

  tokens(): StoredOAuthTokens | undefined {
    return this.#kept.tokens
  }

  saveTokens(tokens: StoredOAuthTokens): Promise<void> {
    return this.#change((login) => ({ ...login, tokens }))
  }

  saveDiscoveryState(discovery: OAuthDiscoveryState): Promise<void> {
    return this.#change((login) => ({ ...login, discovery }))
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#kept.discovery
  }

  async invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): Promise<void> {
    if (scope === 'all') return await this.#change(() => undefined)
    if (scope === 'client') return await this.#change((login) => ({ ...login, clients: {} }))
    if (scope === 'tokens') return await this.#change(({ tokens: _tokens, ...login }) => login)
    if (scope === 'discovery') return await this.#change(({ discovery: _discovery, ...login }) => login)
  }

  redirectToAuthorization(_url: URL): void {}
  saveCodeVerifier(_verifier: string): void {}
  codeVerifier(): string {
    return ''
  }

  get #kept(): KeptLogin {
    return this.#parts.logins.read(this.#parts.owner, this.#parts.server)
  }

  #change(change: (login: KeptLogin) => KeptLogin | undefined): Promise<void> {
    const { logins, owner, server } = this.#parts
    return logins.change(owner, server, change)
  }
}

/** A login that a person has begun: they are sent somewhere, and come back with a code. */
export class NewLogin extends KeptProvider {
  readonly #state = randomText()
  #verifier = ''
  #address: URL | undefined

  /** Where the person must go. Undefined: nowhere, there is a login. */
  get address(): URL | undefined {
    return this.#address
  }

  /** What we had before does not count: somebody wants to log in anew. */
  override tokens(): undefined {
    return undefined
  }

  state(): string {
    return this.#state
  }

  override redirectToAuthorization(url: URL): void {
    if (!isSafe(url)) throw refusal('request/conflict', say('mcp.login-unsafe', { host: url.host }))
    this.#address = url
  }

  override saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier
  }

  override codeVerifier(): string {
    return this.#verifier
  }
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** A code that goes over the open network in clear is everybody's. */
export const isSafe = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname))

/** What an MCP server says about who gives out logins may lead anywhere; we ask only over a safe line, and follow nobody elsewhere. */
export function createSafeFetch(mostBytes: number): ReturnType<typeof createCountedFetch> {
  const fetch = createCountedFetch(mostBytes)
  return async (url, init) => {
    if (!isSafe(new URL(url))) throw new Error('The address of a login must begin with https://.')
    return await fetch(url, init)
  }
}

function randomText(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
