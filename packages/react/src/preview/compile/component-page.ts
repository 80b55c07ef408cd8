const page = (
  file: string,
): string => `<!doctype html><html><head><style>body{font-family:system-ui,sans-serif}</style></head><body><div id="root"></div><script type="module">
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import * as file from ${JSON.stringify(file)}
const isComponent = (value) => typeof value === 'function' || typeof value?.$$typeof === 'symbol'
const Component = isComponent(file.default) ? file.default : Object.values(file).find(isComponent)
if (Component) createRoot(document.getElementById('root')).render(createElement(Component))
else if (Object.keys(file).length > 0) console.warn(${JSON.stringify(file)} + ' exports no component.')
</script></body></html>`

/** A page that shows the component which a file exports, or lets a file that exports nothing draw into `#root` itself. */
export const componentPage = (path: string): string => page(encodeURI(path).replaceAll('<', '%3C'))
