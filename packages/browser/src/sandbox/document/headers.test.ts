import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { formatHeadersFile, previewDocument, sandboxDocument, sandboxWorkerDocument, studioHeaders } from './sandbox-document.ts'

test.each([sandboxDocument(), sandboxWorkerDocument()])(
  'the only script of a locked document is the one its policy names',
  ({ html, headers }) => {
    const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script]) => script ?? '')
    expect(scripts).toHaveLength(1)
    const hash = createHash('sha256')
      .update(scripts[0] ?? '')
      .digest('base64')
    expect(headers['Content-Security-Policy']).toContain(`script-src 'sha256-${hash}' 'unsafe-eval';`)
    expect(headers['Content-Security-Policy']).toContain("default-src 'none'")
    expect(headers['Content-Security-Policy']).toMatch(/sandbox allow-scripts$/)
  },
)

test('no header breaks out of its line', () => {
  for (const headers of [sandboxDocument().headers, studioHeaders()]) {
    for (const [name, value] of Object.entries(headers)) expect(`${name}: ${value}`).not.toMatch(/[\r\n]/)
  }
})

test('the page names the one place its sandbox and its data may come from', () => {
  const policy = studioHeaders({ sandbox: 'https://box.example/sandbox.html', connect: ['https://api.example.com'] })[
    'Content-Security-Policy'
  ]
  expect(policy).toContain('frame-src https://box.example/sandbox.html;')
  expect(policy).toContain("connect-src 'self' https://api.example.com;")
  expect(policy).not.toContain('unsafe-eval;')
})

test('a worker of a text is allowed only where models run in the page, and nothing else is wider there', () => {
  const [usual = '', wider = ''] = [studioHeaders(), studioHeaders({ models: true })].map((all) => all['Content-Security-Policy'])
  expect(usual).toContain("worker-src 'self';")
  expect(wider).toBe(usual.replace("worker-src 'self';", "worker-src 'self' blob:;"))
})

test('the headers file has one block for each path, and the exact one replaces what the wide one set', () => {
  expect(
    formatHeadersFile([
      { path: '/*', headers: { A: '1', B: '2' } },
      { path: '/x', headers: { A: '3' } },
    ]),
  ).toBe('/*\n  A: 1\n  B: 2\n\n/x\n  ! A\n  A: 3\n')
})

test('the document of previews is locked as that of programs, but for what its scripts, styles and fonts may be, and in a process of its own', () => {
  const { 'Content-Security-Policy': policy, 'Document-Isolation-Policy': isolation, ...others } = previewDocument().headers
  const { 'Content-Security-Policy': programs, ...same } = sandboxDocument().headers
  expect(isolation).toBe('isolate-and-require-corp')
  expect(others).toEqual(same)
  const wider = /^(script|style|font)-src/
  const rest = (text = '') => text.split('; ').filter((part) => !wider.test(part))
  expect(rest(policy)).toEqual(rest(programs))
  expect(policy).not.toMatch(/https?:|\*|'self'/)
})
