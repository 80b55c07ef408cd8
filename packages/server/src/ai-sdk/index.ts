export { type AiSdkProviderOptions, aiSdkProvider } from './ai-sdk-provider.ts'
export { type DialectMiddlewareOptions, dialectMiddleware } from './dialect-middleware.ts'
