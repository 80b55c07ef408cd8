export { sendOnce } from './send-once.ts'
export { toRequestTools, toToolOutput, type UiToolOutput } from './to-tool-output.ts'
export { isUiToolPart, type UiApprovalResponse, type UiToolPart } from './ui-tool-part.ts'
