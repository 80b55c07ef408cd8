import type { Handler } from 'hono'

/** `GET /health`: answers without a token, and says nothing but that it answers. */
export const healthRoute: Handler = (context) => context.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' })
