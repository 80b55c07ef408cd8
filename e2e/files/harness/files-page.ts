import * as conversations from '@parley/browser'
import * as files from '@parley/browser/files'
import { differenceFromModel } from '../../../packages/browser/src/files/testing/against-model.ts'

const browser = { ...conversations, ...files }

/** What the specs drive: two doors of the package, and the property test that Node runs too. */
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
