export { createSandbox } from '@parley/browser/sandbox'
