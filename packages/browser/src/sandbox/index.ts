export { createSandbox, type SandboxOptions } from './create-sandbox.ts'
export { allowOnlyFrames, allowOnlyHosts } from './document/allow-only-frames.ts'
export type { LibraryName, ReadLibrary } from './libraries.ts'
export { DEFAULT_LIMITS, HARDEST_LIMITS } from './limits.ts'
export type { ReadAside } from './preview/beside.ts'
export { imageTypeOf } from './preview/image-type.ts'
export { inlinePage, type PageCompiler } from './preview/inline-page.ts'
export type { PreviewLibraries } from './preview/module-script.ts'
export { canPreview, openPreview, type Preview, type PreviewEnd } from './preview/open-preview.ts'
export type { CompiledModule, ModuleImport } from './preview/page-modules.ts'
export { type Tried, tryDrawing } from './preview/try-drawing.ts'
export type {
  Capabilities,
  ConsoleLevel,
  ConsoleLine,
  FilesCapability,
  Limits,
  NetworkCapability,
  Program,
  ProgramError,
  ProgramValue,
  Sandbox,
  SandboxOutcome,
  StopReason,
  ToolAnswer,
  ToolsCapability,
} from './sandbox.ts'
export { type PictureSize, pictureSize } from './shown/picture-size.ts'
export { readShown, shownIn } from './shown/read-shown.ts'
export type { Cell, ChartPoints, PictureType, ShownItem } from './shown/shown-item.ts'
export { PICTURE_TYPES, SHOWN_LIMITS } from './shown/shown-item.ts'
export { ShownList } from './shown/shown-list.ts'
export { type Shown, tellShown } from './shown/tell-shown.ts'
