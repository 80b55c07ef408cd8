import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const here = import.meta.dirname
const examples = readdirSync(here).filter((name) => existsSync(join(here, name, `${name}.ts`)))

/** What an example's README says it prints. */
const promised = (name: string) =>
  /It prints:\s*```text\n([\s\S]*?)```/.exec(readFileSync(join(here, name, 'README.md'), 'utf8'))?.[1]

test.each(examples)(
  '%s prints what its README says',
  async (name) => {
    const file = join(here, name, `${name}.ts`)
    const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=@parley/source', file], { timeout: 60_000 })
    expect(stdout).toBe(promised(name))
  },
  60_000,
)
