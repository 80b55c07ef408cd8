import { englishDoctor } from './doctor.ts'
import { englishInspector } from './inspector.ts'
import { englishLab } from './lab.ts'
import { englishMcp } from './mcp.ts'
import { englishSettings } from './settings.ts'
import { englishSide } from './side.ts'
import { englishTraffic } from './traffic.ts'

/** Words that come with the pages that say them: the first load has no use for them. */
export const englishLate = {
  ...englishDoctor,
  ...englishInspector,
  ...englishMcp,
  ...englishSettings,
  ...englishSide,
  ...englishTraffic,
  lab: englishLab,
} as const
