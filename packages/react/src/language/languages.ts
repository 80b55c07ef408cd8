import type { Translation } from './bind.ts'

interface Known {
  /** What it calls itself. */
  readonly name: string
  /** For `lang`, dates and numbers. */
  readonly tag: string
  /** Only English is part of the first load. */
  readonly load?: () => Promise<Translation>
}

/** The languages of the studio. One more is a folder beside these and a line here. */
export const LANGUAGES = {
  en: { name: 'English', tag: 'en' },
  zh: { name: '中文', tag: 'zh-CN', load: async () => (await import('./chinese/index.ts')).chinese },
  de: { name: 'Deutsch', tag: 'de', load: async () => (await import('./german/index.ts')).german },
} as const satisfies Readonly<Record<string, Known>>

export type Language = keyof typeof LANGUAGES

export const languages = Object.keys(LANGUAGES) as readonly Language[] // The keys of a constant.

export const tagOf = (language: Language): string => LANGUAGES[language].tag

/** The first of the person's languages that is spoken here. */
export function preferredLanguage(wanted: readonly string[]): Language {
  const spoken = wanted.map((tag) => languages.find((language) => tag.toLowerCase().split('-')[0] === language))
  return spoken.find((language) => language !== undefined) ?? 'en'
}
