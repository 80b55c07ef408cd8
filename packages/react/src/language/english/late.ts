import { englishCompose } from './compose.ts'
import { englishConnect } from './connect.ts'
import { englishDoctor } from './doctor.ts'
import { englishFiles } from './files.ts'
import { englishInspector } from './inspector.ts'
import { englishLab } from './lab.ts'
import { englishMcp } from './mcp.ts'
import { englishOwnModel } from './own-model.ts'
import { englishPython } from './python.ts'
import { englishSettings } from './settings.ts'
import { englishSide } from './side.ts'
import { englishTalks } from './talks.ts'
import { englishTraffic } from './traffic.ts'

/** Words that come with the pages that say them: the first load has no use for them. */
export const englishLate = {
  ...englishCompose,
  ...englishConnect,
  ...englishDoctor,
  ...englishFiles,
  ...englishInspector,
  ...englishMcp,
  ...englishOwnModel,
  ...englishPython,
  ...englishSettings,
  ...englishSide,
  ...englishTalks,
  ...englishTraffic,
  lab: englishLab,
} as const
