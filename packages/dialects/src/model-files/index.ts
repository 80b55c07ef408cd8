export { type Budget, USUAL_BUDGET } from './budget.ts'
export type { Derived, DerivedBy, DerivedDialect, RefusedFiles } from './derived.ts'
export { dialectOfShape } from './dialect-of-shape.ts'
export { type GgufHeader, type GgufMark, readGgufHeader, readGgufMarks } from './gguf/gguf-header.ts'
export { keptPerToken } from './gguf/kept-per-token.ts'
export { memoryBytes, type RangedBytes, urlBytes } from './gguf/ranged-bytes.ts'
export { dialectOfGivenShape, type GivenShape } from './given-shape/given-shape.ts'
export { type ModelFiles, modelFiles } from './model-files.ts'
export { dialectFromOllama } from './ollama/ollama-template.ts'
export { Refused } from './refused.ts'
export { type CaseOutcome, type Report, type ReportStep, reportLines, type StepName } from './report.ts'
export { dialectFromResponseTemplate, type ResponseTemplateOptions } from './response-template/response-template.ts'
export type { CallsShape, Shape, ToolName, ToolsLesson, ValueName } from './shape.ts'
export { daySigns } from './template/day-signs.ts'
export { dialectFromTemplate, type TemplateOptions } from './template/dialect-from-template.ts'
export { type PromptInput, type PromptTemplateOptions, promptTemplate } from './template/prompt-template.ts'
export {
  createPromptWriter,
  type PromptedModel,
  type PromptParts,
  type TextMessage,
  type WritePrompt,
} from './template/prompt-writer.ts'
