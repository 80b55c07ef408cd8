export type { Derived, DerivedBy, DerivedDialect, RefusedFiles } from './derived.ts'
export { type CaseOutcome, type Report, type ReportStep, reportLines, type StepName } from './report.ts'
export { dialectFromResponseTemplate, type ResponseTemplateOptions } from './response-template/response-template.ts'
export type { CallsShape, IdName, Shape, ValueName } from './shape.ts'
