import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import {
  DemoInMemoryAuthProvider,
  DemoInMemoryClientsStore,
} from '@modelcontextprotocol/sdk/examples/server/demoInMemoryOAuthProvider.js'
import { InvalidGrantError } from '@modelcontextprotocol/sdk/server/auth/errors.js'
import { createOAuthMetadata, mcpAuthRouter } from '@modelcontextprotocol/sdk/server/auth/router.js'
import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js'
import type { OAuthClientInformationFull, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import {
  createMcpHandler,
  getOAuthProtectedResourceMetadataUrl,
  McpServer,
  OAuthError,
  OAuthErrorCode,
  oauthMetadataResponse,
  requireBearerAuth,
} from '@modelcontextprotocol/server'

class DocumentedClients extends DemoInMemoryClientsStore {
  readonly #documents: ReadonlyMap<string, OAuthClientInformationFull>

  constructor(documents: ReadonlyMap<string, OAuthClientInformationFull>) {
    super()
    this.#documents = documents
  }

  override async getClient(id: string) {
    return this.#documents.get(id) ?? (await super.getClient(id))
  }
}

/** The in-memory authorisation server of the official library, which also renews, and forgets. */
class RenewingProvider extends DemoInMemoryAuthProvider {
  readonly refreshed: string[] = []
  #good = new Set<string>()
  /** Tokens that were good until now are good no more. */
  isExpired = false
  refusesToRenew = false

  override async exchangeAuthorizationCode(client: OAuthClientInformationFull, code: string): Promise<OAuthTokens> {
    return { ...(await super.exchangeAuthorizationCode(client, code)), refresh_token: this.#newRefresh() }
  }

  override async exchangeRefreshToken(client: OAuthClientInformationFull, token: string): Promise<OAuthTokens> {
    if (this.refusesToRenew || !this.#good.has(token)) throw new InvalidGrantError('<script>alert(1)</script>')
    this.refreshed.push(client.client_id)
    this.isExpired = false
    this.#access = crypto.randomUUID()
    return { access_token: this.#access, token_type: 'bearer', expires_in: 3600, refresh_token: this.#newRefresh() }
  }

  override async verifyAccessToken(token: string) {
    if (token === this.#access && !this.isExpired)
      return { token, clientId: 'renewed', scopes: [], expiresAt: Math.floor(Date.now() / 1000) + 3600, resource: this.resource }
    if (this.isExpired) throw new OAuthError(OAuthErrorCode.InvalidToken, 'expired')
    return await super.verifyAccessToken(token)
  }

  /** Those who say in a public document who they are, by its address. A real one would fetch it. */
  readonly documents = new Map<string, OAuthClientInformationFull>()

  override clientsStore = new DocumentedClients(this.documents)

  resource = new URL('http://127.0.0.1')
  #access = ''

  #newRefresh(): string {
    const token = crypto.randomUUID()
    this.#good.add(token)
    return token
  }
}

export interface LoginServer {
  /** Of the protected MCP server. */
  readonly url: string
  readonly provider: RenewingProvider
  /** What was asked of whoever gives out logins. */
  readonly asked: string[]
  close(): Promise<void>
}

interface App {
  (incoming: IncomingMessage, outgoing: ServerResponse): void
  use(handler: (request: { readonly path: string }, response: ServerResponse, next: () => void) => void): void
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const tooEarly = async () => new Response(null, { status: 503 })

/** A protected MCP server and who gives out its logins, on two ports of this computer. */
export async function startLoginServer({ takesDocuments = false } = {}): Promise<LoginServer> {
  const asked: string[] = []
  // The library brings it along, and no types for it.
  const app = createMcpExpressApp() as App
  const authServer = createServer(app)
  const authUrl = new URL(await listen(authServer))
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'protected', version: '1' })
    server.registerTool('whoami', { description: 'Says who.' }, async () => ({ content: [{ type: 'text', text: 'you' }] }))
    return server
  })
  let answer: (request: Request) => Promise<Response> = tooEarly
  const resourceServer = createServer(
    (incoming, outgoing) => void getRequestListener((request) => answer(request))(incoming, outgoing),
  )
  const resource = new URL(`${await listen(resourceServer)}/mcp`)
  // As its `strictResource` does: only for this one server.
  const provider = new RenewingProvider((wanted) => wanted?.href === resource.href)
  provider.resource = resource
  const oauthMetadata = {
    ...createOAuthMetadata({ provider, issuerUrl: authUrl, scopesSupported: [] }),
    ...(takesDocuments && { client_id_metadata_document_supported: true }),
  }
  app.use((request, response, next) => {
    asked.push(request.path)
    if (request.path !== '/.well-known/oauth-authorization-server') return next()
    response.setHeader('content-type', 'application/json').end(JSON.stringify(oauthMetadata))
  })
  app.use(mcpAuthRouter({ provider, issuerUrl: authUrl, scopesSupported: [] }))
  const gate = requireBearerAuth({
    verifier: provider,
    resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(resource),
    expectedResource: resource,
  })
  answer = async (request) => {
    const told = oauthMetadataResponse(request, {
      oauthMetadata,
      resourceServerUrl: resource,
      dangerouslyAllowInsecureIssuerUrl: true,
    })
    if (told) return told
    const who = await gate(request)
    return who instanceof Response ? who : await handler.fetch(request, { authInfo: who })
  }
  return {
    url: resource.href,
    provider,
    asked,
    async close() {
      for (const server of [authServer, resourceServer]) {
        server.closeAllConnections()
        server.close()
        await once(server, 'close')
      }
    },
  }
}

// Started by stories: it says where it is, and ends when it is told to.
if (import.meta.main) process.stdout.write(`${(await startLoginServer()).url}\n`)
