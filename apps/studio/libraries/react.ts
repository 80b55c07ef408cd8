import * as react from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import * as reactDom from 'react-dom'
import * as client from 'react-dom/client'

// What previewed pages may import, by name.
Object.assign(globalThis, {
  parleyLibraries: { react, 'react-dom': reactDom, 'react-dom/client': client, 'react/jsx-runtime': jsxRuntime },
})
