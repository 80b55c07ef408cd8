import type { Pattern } from './pattern/pattern.ts'

/** Whether no sentence holds such a text by chance. */
export const isMark = (text: string): boolean => text.replaceAll(/\s/g, '').length >= 3 && /[<>[\]{}|｜]/.test(text)

/** Whether a pattern can be told from text: all that it matches is a mark, or something in it is. */
export const hasMark = ({ spellings, literals }: Pattern): boolean => spellings?.every(isMark) ?? literals.some(isMark)
