import type { JsonObject } from '../../canonical/json.ts'

/** Renders a conversation; throws a `TemplateError` if the template cannot, or will not. */
export type Render = (given: JsonObject) => string
