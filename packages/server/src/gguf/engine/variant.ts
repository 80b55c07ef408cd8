/** The version that has packages for every computer: newer ones lack macOS and Windows. */
export const ENGINE_VERSION = '3.21.1'

/** What a graphics card needs besides. */
export type Accelerator = 'vulkan' | 'cuda'

export interface EngineVariant {
  /** The package that holds the compiled engine. */
  readonly name: string
  /** What is fetched in all, and what stays on the disk, in megabytes. */
  readonly fetchedMb: number
  readonly diskMb: number
}

/** The package that drives it, which brings its sources along; they are thrown away. */
const DRIVER = { fetchedMb: 36, diskMb: 23 }

/** Megabytes to fetch of each compiled engine; on the disk they are some three times as large. */
const COMPILED: Readonly<Record<string, number>> = {
  'linux-x64': 11,
  'linux-x64-vulkan': 27,
  'linux-x64-cuda': 143,
  'linux-arm64': 7,
  'linux-armv7l': 7,
  'mac-arm64-metal': 5,
  'mac-x64': 11,
  'win-x64': 10,
  'win-x64-vulkan': 27,
  'win-x64-cuda': 139,
  'win-arm64': 5,
}

const SYSTEMS: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'mac', win32: 'win' }
const CHIPS: Readonly<Record<string, string>> = { x64: 'x64', arm64: 'arm64', arm: 'armv7l' }

/** The engine for a computer; undefined where there is none. Apple's chips have their graphics along. */
export function variantFor(system: string, chip: string, accelerator?: Accelerator): EngineVariant | undefined {
  const plain = `${SYSTEMS[system]}-${CHIPS[chip]}`
  const name = plain === 'mac-arm64' ? 'mac-arm64-metal' : accelerator ? `${plain}-${accelerator}` : plain
  const fetched = COMPILED[name]
  return fetched === undefined
    ? undefined
    : { name, fetchedMb: DRIVER.fetchedMb + fetched, diskMb: DRIVER.diskMb + Math.round(fetched * 2.7) }
}
