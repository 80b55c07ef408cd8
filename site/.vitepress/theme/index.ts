import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme'
import DialectReader from './dialect-reader.vue'
import MermaidDiagram from './mermaid-diagram.vue'
import './style.css'

const theme: Theme = {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('DialectReader', DialectReader)
    app.component('MermaidDiagram', MermaidDiagram)
  },
}

export default theme
