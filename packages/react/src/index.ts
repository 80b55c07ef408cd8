export type { UiApprovalResponse, UiToolPart } from './ai-sdk/ui-tool-part.ts'
export {
  type CallActions,
  type CallCardContext,
  CallCardProvider,
  type HumanForm,
  type ToolRender,
  type ToolRenderProps,
} from './call-card/call-actions.tsx'
export { CallCard } from './call-card/call-card.tsx'
export { CallGroupBar } from './call-card/call-group-bar.tsx'
export { GrantChips } from './call-card/effects/grant-chips.tsx'
export { useCallKeys } from './keys/use-call-keys.ts'
export { LANGUAGES, type Language, languages, preferredLanguage } from './language/languages.ts'
export { LanguageProvider, loadWords, type Words } from './language/words.tsx'
export type { PageModelShelf } from './model/page-shelf.tsx'
export { whenComposerStands, whenTalkBegins } from './parts/fetched.tsx'
export { type AnswerConversationOptions, openAnswerConversation } from './renderer/answer-conversation.ts'
export { MessageRenderer, type MessageRendererProps } from './renderer/message-renderer.tsx'
export { TextMessageRenderer, type TextMessageRendererProps } from './renderer/text-message-renderer.tsx'
export { ToolCallRenderer, type ToolCallRendererProps } from './renderer/tool-call-renderer.tsx'
export { createSettings, type SettingsStore, type StudioSettings } from './settings/studio-settings.ts'
export { NothingKept } from './studio/crash-guard.tsx'
export { Studio } from './studio/studio.tsx'
export type { OfflineService, PythonService, StudioServices } from './studio/studio-services.ts'
export { goToThread } from './studio/thread-address.ts'
export { readInstructions, readProject, systemPrompt } from './talk/instructions.ts'
