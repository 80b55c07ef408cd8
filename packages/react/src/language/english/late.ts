import { englishDoctor } from './doctor.ts'
import { englishLab } from './lab.ts'
import { englishMcp } from './mcp.ts'

/** Words that come with the pages that say them: the first load has no use for them. */
export const englishLate = { ...englishDoctor, ...englishMcp, lab: englishLab } as const
