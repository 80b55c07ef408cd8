import * as browser from '@parley/browser'
import { checkAgainstModel } from '../../../packages/browser/src/files/testing/against-model.ts'

/** What the specs drive: the door of the package, and the property test that Node runs too. */
export interface FilesPage {
  readonly browser: typeof browser
  readonly checkAgainstModel: typeof checkAgainstModel
}

declare global {
  interface Window {
    files: FilesPage
  }
}

window.files = { browser, checkAgainstModel }
