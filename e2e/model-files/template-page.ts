import { dialectFromTemplate } from '@parley/dialects/model-files'

/** What came of a template. */
const readTemplate = async (source: string): Promise<{ readonly ok: boolean; readonly sentence: string }> => {
  const { ok, report } = await dialectFromTemplate(source)
  return { ok, sentence: report.sentence }
}

export interface TemplatePage {
  readonly readTemplate: typeof readTemplate
}

window.templates = { readTemplate }
