import { createApp, readConfig } from '@parley/server'

const app = createApp(readConfig({ env: process.env }))

export const POST = (request: Request): Response | Promise<Response> => app.fetch(request)
