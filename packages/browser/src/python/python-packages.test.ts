import { expect, test } from 'vitest'
import { createPythonPackages, importedModules } from './python-packages.ts'

test('modules are found where a program imports them, and nowhere else', () => {
  const code = `import numpy as np, os.path
from pandas.core import frame
if True:
    import matplotlib.pyplot as plt
text = 'import scipy'
# import sympy`
  expect(importedModules(code)).toEqual(['numpy', 'os', 'pandas', 'matplotlib'])
})

const lock = JSON.stringify({
  packages: {
    'python-dateutil': {
      name: 'python-dateutil',
      version: '2',
      file_name: 'd.whl',
      sha256: 'a',
      imports: ['dateutil'],
      depends: ['six'],
    },
    six: { name: 'six', version: '1', file_name: 's.whl', sha256: 'b', imports: ['six'], depends: [] },
    broken: { name: 'broken', version: '1' },
  },
})

test('the package of a module is known by its lock file, and what the file does not describe whole is none', async () => {
  const packages = createPythonPackages(lock)
  expect(packages.owner('dateutil.parser')).toBe('python-dateutil')
  expect(packages.owner('broken')).toBeUndefined()
  expect(await packages.wheelsFor('import dateutil')).toEqual({ names: [], files: {} })
  expect((await packages.here()).size).toBe(0)
})
