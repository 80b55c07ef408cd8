import { type Attempt, markup } from './attempt.ts'

const element = (title: string, html: (host: string, name: string) => string): Attempt => ({
  title,
  code: ({ host, name }) => markup(html(host, name)),
})

/** Markup that loads something, or would. */
export const elements: readonly Attempt[] = [
  element('an img element', (host) => `<img src="http://${host}/img">`),
  element('a srcset', (host) => `<img srcset="http://${host}/srcset 1x, http://${host}/srcset2 2x">`),
  element('a picture source', (host) => `<picture><source srcset="http://${host}/picture"><img></picture>`),
  element('a video', (host) => `<video src="http://${host}/video" poster="http://${host}/poster" autoplay></video>`),
  element('an audio element', (host) => `<audio src="http://${host}/audio" autoplay preload="auto"></audio>`),
  element('a text track', (host) => `<video><track kind="captions" default src="http://${host}/track"></video>`),
  element('an image input', (host) => `<input type="image" src="http://${host}/input">`),
  element(
    'a background in a style attribute',
    (host) => `<div style="background:url(http://${host}/bg);width:9px;height:9px"></div>`,
  ),
  element('a style sheet import', (host) => `<style>@import url(http://${host}/import.css);</style>`),
  element(
    'a font in a style sheet',
    (host) => `<style>@font-face{font-family:x;src:url(http://${host}/font)}p{font-family:x}</style><p>x</p>`,
  ),
  element(
    'a cursor, a list image and a border image',
    (host) =>
      `<style>p{cursor:url(http://${host}/cur),auto;list-style:url(http://${host}/li);display:list-item;border-image:url(http://${host}/bi)}</style><p>x</p>`,
  ),
  {
    title: 'an adopted style sheet',
    code: ({ host }) =>
      `const s = new CSSStyleSheet(); s.replaceSync('body{background:url(http://${host}/adopted)}'); document.adoptedStyleSheets = [s]`,
  },
  element(
    'an SVG image and a use reference',
    (host) => `<svg><image href="http://${host}/svgimg"/><use href="http://${host}/use#x"/></svg>`,
  ),
  element(
    'an SVG filter and a mask',
    (host) => `<svg><rect width="9" height="9" filter="url(http://${host}/f#x)" mask="url(http://${host}/m#x)"/></svg>`,
  ),
  element(
    'an SVG feImage',
    (host) =>
      `<svg><filter id="f"><feImage href="http://${host}/fe"/></filter><rect width="9" height="9" filter="url(#f)"/></svg>`,
  ),
  element('an SVG script', (host) => `<svg><script href="http://${host}/svgscript"></script></svg>`),
  element('a linked style sheet', (host) => `<link rel="stylesheet" href="http://${host}/sheet.css">`),
  element('a preload', (host) => `<link rel="preload" as="fetch" href="http://${host}/preload">`),
  element('a module preload', (host) => `<link rel="modulepreload" href="http://${host}/mp.js">`),
  element('a prefetch', (host) => `<link rel="prefetch" href="http://${host}/prefetch">`),
  element('a prerender', (host) => `<link rel="prerender" href="http://${host}/prerender">`),
  element(
    'a preconnect',
    (host) => `<link rel="preconnect" href="http://${host}"><link rel="preconnect" crossorigin href="http://${host}">`,
  ),
  element('a preconnect by name', (_, name) => `<link rel="preconnect" href="http://${name}">`),
  element(
    'a DNS prefetch',
    (_, name) => `<meta http-equiv="x-dns-prefetch-control" content="on"><link rel="dns-prefetch" href="//${name}">`,
  ),
  element(
    'a link whose name a browser may look up early',
    (_, name) => `<meta http-equiv="x-dns-prefetch-control" content="on"><a href="http://${name}/">x</a>`,
  ),
  element(
    'an icon',
    (host) => `<link rel="icon" href="http://${host}/icon"><link rel="apple-touch-icon" href="http://${host}/icon2">`,
  ),
  element('a manifest', (host) => `<link rel="manifest" href="http://${host}/manifest">`),
  {
    title: 'speculation rules',
    code: ({ host }) =>
      `const s = document.createElement('script'); s.type = 'speculationrules'; s.textContent = JSON.stringify({ prefetch: [{ source: 'list', urls: ['http://${host}/spec'] }], prerender: [{ source: 'list', urls: ['http://${host}/spec2'] }] }); document.head.append(s)`,
  },
  {
    title: 'a script element',
    code: ({ host }) => `const s = document.createElement('script'); s.src = 'http://${host}/script.js'; document.head.append(s)`,
  },
  {
    title: 'an inline script element',
    code: ({ host }) =>
      `const s = document.createElement('script'); s.textContent = "new Image().src='http://${host}/inline'"; document.head.append(s)`,
  },
  {
    title: 'an import map',
    code: ({ host }) =>
      `const s = document.createElement('script'); s.type = 'importmap'; s.textContent = '{"imports":{"x":"http://${host}/map.js"}}'; document.head.append(s); await import('x')`,
  },
  element('an inline handler', (host) => `<img src="data:," onerror="new Image().src='http://${host}/handler'">`),
  element('an object', (host) => `<object data="http://${host}/object"></object>`),
  element('an embed', (host) => `<embed src="http://${host}/embed">`),
  element('a frame', (host) => `<iframe src="http://${host}/frame"></iframe>`),
  element(
    'a frame with its own markup',
    (host) => `<iframe srcdoc="<img src=http://${host}/srcdoc><script>fetch('http://${host}/srcdoc2')</script>"></iframe>`,
  ),
  element(
    'a frame from a data address',
    (host) =>
      `<iframe src="data:text/html,<img src=http://${host}/dataframe><script>fetch('http://${host}/d')</script>"></iframe>`,
  ),
  {
    title: 'a frame from a blob',
    code: ({ host }) =>
      `const f = document.createElement('iframe'); f.src = URL.createObjectURL(new Blob(["<img src='http://${host}/blobframe'><script>fetch('http://${host}/b')</script>"], { type: 'text/html' })); document.body.append(f)`,
  },
  element('a frame from a javascript address', (host) => `<iframe src="javascript:fetch('http://${host}/jsframe')"></iframe>`),
  {
    title: 'the fresh world of an empty frame',
    code: ({ host }) =>
      `const f = document.createElement('iframe'); document.body.append(f); await f.contentWindow.fetch('http://${host}/realm')`,
  },
  element(
    'a fenced frame and a portal',
    (host) => `<fencedframe src="http://${host}/fenced"></fencedframe><portal src="http://${host}/portal"></portal>`,
  ),
  {
    title: 'document.write',
    code: ({ host }) =>
      `document.write("<img src='http://${host}/write'><script>new Image().src='http://${host}/write2'</" + "script>")`,
  },
  {
    title: 'a document that is opened again',
    code: ({ host }) =>
      `document.open(); document.write("<!doctype html><link rel=stylesheet href='http://${host}/reopened'>"); document.close()`,
  },
  {
    title: 'an XSLT style sheet',
    code: ({ host }) =>
      `const d = new DOMParser().parseFromString('<?xml-stylesheet href="http://${host}/xsl" type="text/xsl"?><x/>', 'text/xml'); document.body.append(document.adoptNode(d.documentElement)); await new Promise((r) => setTimeout(r, 50))`,
  },
  {
    title: 'a clone made by a document parser',
    code: ({ host }) =>
      `const d = new DOMParser().parseFromString("<img src='http://${host}/parsed'>", 'text/html'); document.body.append(d.querySelector('img'))`,
  },
  {
    title: 'a template with a shadow root',
    code: ({ host }) =>
      `document.body.setHTMLUnsafe("<div><template shadowrootmode=open><link rel=stylesheet href='http://${host}/shadow'><img src='http://${host}/shadow2'></template></div>")`,
  },
]
