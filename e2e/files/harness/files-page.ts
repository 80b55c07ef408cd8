import * as browser from '@parley/browser'
import { differenceFromModel } from '../../../packages/browser/src/files/testing/against-model.ts'

/** What the specs drive: the door of the package, and the property test that Node runs too. */
export interface FilesPage {
  readonly browser: typeof browser
  readonly differenceFromModel: typeof differenceFromModel
}

declare global {
  interface Window {
    files: FilesPage
  }
}

window.files = { browser, differenceFromModel }
