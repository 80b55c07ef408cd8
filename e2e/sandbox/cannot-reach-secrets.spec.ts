import { expect, test } from './sandbox-test.ts'

// The page is shared by all tests of the file; a recording of each would only slow them down.
test.use({ trace: 'off' })

const SECRET = 'planted-secret'

/** Each program returns what it found. None of it may be what was planted in the page around the sandbox. */
const attempts: Readonly<Record<string, string>> = {
  cookies: 'document.cookie',
  'the cookie store': 'await cookieStore.getAll()',
  'a cookie it sets itself': `document.cookie = 'x=1'; document.cookie`,
  localStorage: `localStorage.getItem('secret')`,
  sessionStorage: `sessionStorage.getItem('secret')`,
  'localStorage of the page': `top.localStorage.getItem('secret')`,
  IndexedDB: `await new Promise((ok, no) => { const r = indexedDB.open('secret'); r.onsuccess = () => { try { const g = r.result.transaction('s').objectStore('s').get('k'); g.onsuccess = () => ok(g.result) } catch (e) { no(e) } }; r.onerror = () => no(r.error) })`,
  'the list of databases': 'await indexedDB.databases()',
  'deleting a database': `await new Promise((ok, no) => { const r = indexedDB.deleteDatabase('secret'); r.onsuccess = () => ok('deleted'); r.onerror = () => no(r.error) })`,
  'the cache storage': `await (await caches.open('secret')).match('/secret').then((r) => r.text())`,
  'the private file system': `const root = await navigator.storage.getDirectory(); const file = await (await root.getFileHandle('secret')).getFile(); await file.text()`,
  'a broadcast channel': `const c = new BroadcastChannel('secret'); c.postMessage('forged'); await new Promise((ok) => { c.onmessage = (e) => ok(e.data); setTimeout(ok, 100) })`,
  'a lock': `await navigator.locks.request('secret', { steal: true }, () => 'stolen')`,
  'the list of locks': `(await navigator.locks.query()).held.map((lock) => lock.name).join()`,
  'a blob address of the page': 'await (await fetch(BLOB)).text()',
  'a blob address as an image':
    'await new Promise((ok) => { const i = new Image(); i.onload = () => ok("PLANTED".toLowerCase() + "-secret"); i.onerror = () => ok("no"); i.src = IMAGE })',
  'the address of the page': '[document.referrer, document.baseURI, location.href, ...(location.ancestorOrigins ?? [])].join()',
  'the address through top': 'top.location.href',
  'the document of the parent': `parent.document.querySelector('#secret').textContent`,
  'the document of the top window': `top.document.querySelector('#secret').textContent`,
  'a variable of the top window': 'top.planted',
  'the opener': 'opener.planted',
  'the element around it': `frameElement.ownerDocument.querySelector('#secret').textContent`,
  'the names of sibling frames': 'Array.from({ length: top.length }, (_, index) => top[index].planted ?? top[index].name).join()',
  clipboard: 'await navigator.clipboard.readText()',
  'pasting by command': `document.body.innerHTML = '<textarea></textarea>'; document.querySelector('textarea').focus(); document.execCommand('paste'); document.querySelector('textarea').value`,
  permissions: `(await navigator.permissions.query({ name: 'geolocation' })).state === 'granted' ? '${SECRET}' : 'no'`,
  location: 'await new Promise((ok, no) => navigator.geolocation.getCurrentPosition(ok, no))',
  'the studio by fetch': `await (await fetch('/')).text()`,
  'the performance entries': `performance.getEntries().map((entry) => entry.name).join()`,
  'window.name': 'window.name',
  'shared memory': 'new SharedArrayBuffer(8).byteLength && top.planted',
  'stored keys of a credential': `await navigator.credentials.get({ password: true })`,
}

test.beforeEach(async ({ page, run }) => {
  expect(await run('1')).toMatchObject({ kind: 'returned' })
  await page.evaluate(async (secret) => {
    // Invariant: only this spec reads what it planted on the window.
    const world = window as unknown as Record<string, unknown>
    world['planted'] = secret
    window.name = secret
    location.hash = secret
    // biome-ignore lint/suspicious/noDocumentCookie: the plain way is what a program would try
    document.cookie = `secret=${secret}`
    localStorage.setItem('secret', secret)
    sessionStorage.setItem('secret', secret)
    await new Promise((resolve, reject) => {
      const request = indexedDB.open('secret')
      request.onupgradeneeded = () => request.result.createObjectStore('s').put(secret, 'k')
      request.onsuccess = () => resolve(request.result.close())
      request.addEventListener('error', reject)
    })
    await (await caches.open('secret')).put('/secret', new Response(secret))
    const file = await (await navigator.storage.getDirectory()).getFileHandle('secret', { create: true })
    const writable = await file.createWritable()
    await writable.write(secret)
    await writable.close()
    world['heard'] = []
    new BroadcastChannel('secret').addEventListener('message', (event) => (world['heard'] as unknown[]).push(event.data))
    void navigator.locks
      .request('secret', () => new Promise(() => {}))
      .catch(() => (world['heard'] as unknown[]).push('lock stolen'))
    world['blob'] = URL.createObjectURL(new Blob([secret]))
    const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
    world['image'] = URL.createObjectURL(await (await fetch(pixel).catch(() => new Response())).blob())
  }, SECRET)
})

test('a program finds none of the secrets of the page, and changes nothing', async ({ page, run, served }) => {
  const [blob, image] = await page.evaluate(() => [Reflect.get(window, 'blob'), Reflect.get(window, 'image')])
  for (const [title, code] of Object.entries(attempts)) {
    await test.step(title, async () => {
      const outcome = await run(code.replace('BLOB', JSON.stringify(blob)).replace('IMAGE', JSON.stringify(image)), {
        limits: { timeoutMs: 1500 },
      })
      expect(JSON.stringify(outcome), title).not.toContain(SECRET)
      if (title !== 'the studio by fetch') expect(JSON.stringify(outcome), title).not.toContain(`${served.origin}/#`)
      if (outcome.kind === 'threw') expect(outcome.error.name, title).not.toBe('SyntaxError')
    })
  }
  const after = await page.evaluate(async () => {
    const names = (await indexedDB.databases()).map((database) => database.name)
    return { heard: Reflect.get(window, 'heard'), names, stored: localStorage.getItem('secret'), cookie: document.cookie }
  })
  expect(after).toEqual({ heard: [], names: ['secret'], stored: SECRET, cookie: `secret=${SECRET}` })
})

test('the same secrets are within reach of the page itself, so they were really there', async ({ page }) => {
  const found = await page.evaluate(async () => [
    document.cookie,
    localStorage.getItem('secret'),
    await (await (await caches.open('secret')).match('/secret'))?.text(),
    await (await (await (await navigator.storage.getDirectory()).getFileHandle('secret')).getFile()).text(),
    location.hash,
  ])
  for (const secret of found) expect(secret).toContain(SECRET)
})

test('what a program is refused comes with a reason it can act on', async ({ run }) => {
  const refusals: Readonly<Record<string, string>> = {
    "await fetch('http://example.com')": 'no network',
    'new XMLHttpRequest()': 'no network',
    "localStorage.getItem('x')": 'no storage',
    "indexedDB.open('x')": 'no storage',
    "new Worker('x')": 'cannot start workers',
    "await files.read('/x')": 'may not use files',
  }
  for (const [code, reason] of Object.entries(refusals)) {
    expect(await run(code), code).toMatchObject({ kind: 'threw', error: { message: expect.stringContaining(reason) } })
  }
})
