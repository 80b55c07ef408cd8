import { startHarness } from './harness.ts'
import { refuseFarewells } from './no-farewells.ts'
import { removeFrames } from './no-frames.ts'
import { fromParent } from './port-from-parent.ts'
import { holdDocumentOpen } from './still-document.ts'

// The entry of the locked document.
startHarness({
  listen: fromParent(),
  settle(warn) {
    holdDocumentOpen()
    removeFrames(warn)
    refuseFarewells()
  },
})
