export { type AppParts, createApp } from './app.ts'
export type { ChatConfig, ChatTurn } from './chat/chat-body.ts'
export type { SpeechRecord, SpeechRecords } from './choosing/choose-speech.ts'
export { type ConfigSources, readConfig } from './config.ts'
export type { Config, Limits, ProviderConfig } from './config-schema.ts'
export { createDemoProvider } from './demo/demo-provider.ts'
export type { Card } from './doctor/card.ts'
export type { CardHead, CardStore } from './doctor/card-store.ts'
export { faultResponse, statusFor } from './http-fault.ts'
export { withRetry } from './layers/with-retry.ts'
export { openaiCompatible } from './providers/openai-compatible.ts'
export type { Fetch, ModelInfo, Patience, Provider, ProviderSettings } from './providers/provider.ts'
export type { AgentRoutes, OpenAgent, ServerContext } from './server-context.ts'
export type { ProviderKind } from './settings/providers.ts'
export {
  type BackendTool,
  type BackendToolContext,
  type BackendToolDefinition,
  type BackendToolOutput,
  defineBackendTool,
} from './tools/backend-tool.ts'
