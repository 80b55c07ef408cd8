import { englishDoctor } from './doctor.ts'
import { englishLab } from './lab.ts'

/** Words that come with the pages that say them: the first load has no use for them. */
export const englishLate = { ...englishDoctor, lab: englishLab } as const
