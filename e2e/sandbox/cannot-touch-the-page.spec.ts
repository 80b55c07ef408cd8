import { expect, test } from './sandbox-test.ts'

// The page is shared by all tests of the file; a recording of each would only slow them down.
test.use({ trace: 'off' })

const WAIT = '; await new Promise((resolve) => setTimeout(resolve, 150))'

/** Each must leave the page around the sandbox exactly as it was. */
const attempts: Readonly<Record<string, string>> = {
  'navigating the top window': `top.location = 'about:blank'`,
  'navigating the parent': `parent.location.replace('about:blank')`,
  'navigating the top window by link': `document.body.innerHTML = '<a target=_top href="about:blank">x</a>'; document.querySelector('a').click()`,
  'navigating the top window by form': `document.body.innerHTML = '<form target=_top action="/x"></form>'; document.forms[0].submit()`,
  'closing the top window': 'top.close()',
  'a popup': `window.open('about:blank')`,
  'a popup by link': `document.body.innerHTML = '<a target=_blank href="about:blank">x</a>'; document.querySelector('a').click()`,
  alert: `alert('x'); confirm('x'); prompt('x'); print()`,
  'the alert of the prototype chain':
    'Object.getPrototypeOf(window).alert?.call(window, 1); for (let o = window; o; o = Object.getPrototypeOf(o)) Object.getOwnPropertyDescriptor(o, "alert")?.value?.call(window, 1)',
  'a dialog element': `document.body.innerHTML = '<dialog>x</dialog>'; document.querySelector('dialog').showModal()`,
  'a popover': `document.body.innerHTML = '<div popover autofocus>x</div>'; document.querySelector('div').showPopover()`,
  'a download by blob': `const a = document.createElement('a'); a.href = URL.createObjectURL(new Blob(['x'])); a.download = 'x.txt'; document.body.append(a); a.click()`,
  'a download by data address': `const a = document.createElement('a'); a.href = 'data:text/plain,x'; a.download = 'x.txt'; document.body.append(a); a.click()`,
  'focus by call': `document.body.innerHTML = '<input>'; document.querySelector('input').focus()`,
  'focus by the original method of another interface': `document.body.innerHTML = '<svg tabindex=0></svg><input>'; SVGElement.prototype.focus.call(document.querySelector('input'))`,
  'focus by autofocus': `document.body.innerHTML = '<input autofocus>'`,
  'focus by label': `document.body.innerHTML = '<label for=i>x</label><input id=i>'; document.querySelector('label').click()`,
  'focus by selection': `document.body.innerHTML = '<div contenteditable>x</div>'; getSelection().selectAllChildren(document.querySelector('div'))`,
  'focus by selecting an input': `document.body.innerHTML = '<input value=x>'; document.querySelector('input').select(); document.querySelector('input').setSelectionRange(0, 1)`,
  'focus by invalid form': `document.body.innerHTML = '<form><input required></form>'; document.forms[0].reportValidity()`,
  'focus by fragment': `document.body.innerHTML = '<input id=x>'; location.hash = '#x'`,
  'focus in a loop': `document.body.innerHTML = '<input>'; const end = performance.now() + 100; while (performance.now() < end) { document.querySelector('input').focus(); window.focus() }`,
  'history push': `for (let i = 0; i < 50; i++) history.pushState(i, '', '#' + i)`,
  'history push off the prototype': `const frame = document.createElement('iframe'); document.body.append(frame); History.prototype.pushState.call(history, 1, '', '#1')`,
  'history by fragment': `for (let i = 0; i < 50; i++) location.hash = '#' + i`,
  'history by link': `document.body.innerHTML = '<a><b>x</b></a>'; for (let i = 0; i < 9; i++) { document.querySelector('a').href = '#' + i; document.querySelector('b').click(); document.querySelector('a').dispatchEvent(new MouseEvent('click')) }`,
  'history by a link outside the document': `for (let i = 0; i < 9; i++) { const a = document.createElement('a'); a.href = '#' + i; a.click(); a.dispatchEvent(new MouseEvent('click')) }`,
  'history by a link in a document opened again': `document.open(); document.write('<a href=#q>x</a>'); document.close(); document.querySelector('a').click(); location.hash = '#p'`,
  'history by meta refresh': `document.head.insertAdjacentHTML('beforeend', '<meta http-equiv=refresh content="0;url=#r">')`,
  'history by child frames': `document.body.innerHTML = '<iframe></iframe>'; const f = document.querySelector('iframe'); for (let i = 0; i < 9; i++) { f.src = 'about:blank#' + i; f.srcdoc = 'x' + i; try { f.contentWindow.location = 'about:blank#c' + i } catch {} await new Promise((r) => setTimeout(r, 10)) }`,
  'history traversal': `history.back(); history.go(-1); history.forward()`,
  fullscreen: 'await document.documentElement.requestFullscreen()',
  'pointer lock': 'await document.body.requestPointerLock()',
  'keyboard lock': 'await navigator.keyboard.lock()',
  'a wake lock': `await navigator.wakeLock.request('screen')`,
  'picture in picture': 'await document.createElement("video").requestPictureInPicture()',
  'the title': `document.title = 'changed'; top.document.title = 'changed'`,
  'holding the user back on leaving': `addEventListener('beforeunload', (event) => { event.preventDefault(); event.returnValue = 'x' })`,
  scrolling: `document.body.style.height = '9000px'; scrollTo(0, 5000); document.body.lastElementChild?.scrollIntoView()`,
  'a notification': `new Notification('x')`,
  'a vibration': 'navigator.vibrate(100)',
  'a badge': 'await navigator.setAppBadge(3)',
  speech: 'speechSynthesis.speak(new SpeechSynthesisUtterance("x"))',
  sharing: `await navigator.share({ text: 'x' })`,
  'a file picker': 'await showOpenFilePicker()',
  'a file input': `document.body.innerHTML = '<input type=file>'; document.querySelector('input').click(); document.querySelector('input').showPicker()`,
}

test('whatever a program does, the page stays where it was, with the focus where it was', async ({ page, run, served }) => {
  const events: string[] = []
  page.on('dialog', (dialog) => {
    events.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('download', () => events.push('download'))
  page.on('popup', () => events.push('popup'))
  page.on('filechooser', () => events.push('file chooser'))
  page.on('framenavigated', (frame) => frame === page.mainFrame() && events.push(`navigated to ${frame.url()}`))
  const history = await page.evaluate(() => window.history.length)
  for (const [title, code] of Object.entries(attempts)) {
    await test.step(title, async () => {
      await page.locator('input').fill('')
      const outcome = await run(code + WAIT, { limits: { timeoutMs: 2000 } })
      if (outcome.kind === 'threw') expect(outcome.error.name, title).not.toBe('SyntaxError')
      await page.keyboard.type('kept')
      expect(await page.locator('input').inputValue(), `${title}: what the user types goes to the page`).toBe('kept')
      const state = await page.evaluate(() => ({
        title: document.title,
        length: window.history.length,
        y: scrollY,
        full: document.fullscreenElement,
      }))
      expect(state, title).toEqual({ title: 'Harness', length: history, y: 0, full: null })
      expect(events, title).toEqual([])
    })
  }
  expect(page.url()).toBe(`${served.origin}/`)
})

test('keys that the user presses while a program runs are not heard by it', async ({ page, run }) => {
  await run('1')
  await page.locator('input').fill('')
  const running = run(
    `let heard = ''; addEventListener('keydown', (event) => { heard += event.key }); document.body.innerHTML = '<input autofocus>'; await new Promise((resolve) => setTimeout(resolve, 600)); heard`,
  )
  await page.keyboard.type('password', { delay: 30 })
  expect(await running).toMatchObject({ kind: 'returned', value: { text: '' } })
  expect(await page.locator('input').inputValue()).toBe('password')
})

test('a program that takes the keyboard is stopped and the focus goes back', async ({ page, run }) => {
  await run('1')
  await page.locator('input').focus()
  const running = run('await new Promise((resolve) => setTimeout(resolve, 3000)); 1')
  await page.waitForTimeout(300)
  // A user cannot reach the frame; this is the browser moving the focus there by some way nobody thought of.
  await page.evaluate(() => {
    const frame = document.querySelector('iframe')
    if (frame === null) throw new Error('no frame')
    frame.inert = false
    if (frame.parentElement !== null) frame.parentElement.inert = false
    frame.focus()
  })
  expect(await running).toMatchObject({ kind: 'stopped', why: 'focus' })
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
})

test('leaving the page is not held up', async ({ page, run, served }) => {
  await run(`addEventListener('beforeunload', (event) => { event.preventDefault(); return 'x' }); 1`, { session: 'kept' })
  await page.goto(`${served.origin}/plain`)
  expect(page.url()).toBe(`${served.origin}/plain`)
})

test('dialogs answer at once and leave a note in the console', async ({ run }) => {
  const outcome = await run(`[alert('hello'), confirm('sure?'), prompt('name?')]`)
  expect(outcome).toMatchObject({ kind: 'returned', value: { text: '[ undefined, false, null ]' } })
  expect(outcome.lines.map((line) => line.level)).toEqual(['warn', 'warn', 'warn'])
  expect(outcome.lines[0]?.text).toContain('alert(hello) does nothing here')
})
