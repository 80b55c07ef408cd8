import { expect, test } from 'vitest'
import { fetchThroughCapability } from './network-capability.ts'

const { signal } = new AbortController()

function capability(answer: () => Response = () => new Response('hello', { headers: { 'x-a': 'b' } })) {
  const sent: { url: string; init: RequestInit | undefined }[] = []
  const fetch = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    sent.push({ url: url instanceof Request ? url.url : url.toString(), init })
    return answer()
  }
  return { sent, network: { host: 'api.example.com', fetch } }
}

test('the granted host is reached, without cookies, referrer or redirects', async () => {
  const { sent, network } = capability()
  expect(
    await fetchThroughCapability(
      network,
      [
        'https://api.example.com/x',
        'POST',
        [
          ['accept', 'text/plain'],
          ['cookie', 'a=b'],
          ['Sec-Fetch-Mode', 'x'],
        ],
        'body',
      ],
      signal,
    ),
  ).toMatchObject({ status: 200, body: 'hello' })
  expect(sent).toMatchObject([
    {
      url: 'https://api.example.com/x',
      init: {
        method: 'POST',
        body: 'body',
        credentials: 'omit',
        redirect: 'error',
        referrerPolicy: 'no-referrer',
        headers: [['accept', 'text/plain']],
      },
    },
  ])
})

test.each([
  'https://evil.example.com/',
  'https://api.example.com.evil.test/',
  'https://api.example.com:8443/',
  'https://user@api.example.com/',
  'https://api.example.com@evil.test/',
  'file:///etc/passwd',
  'ftp://api.example.com/',
  '//api.example.com/',
  'data:,x',
  'javascript:1',
  '',
  7,
])('%j is refused before anything is sent', async (address) => {
  const { sent, network } = capability()
  await expect(fetchThroughCapability(network, [address], signal)).rejects.toThrow()
  expect(sent).toEqual([])
})

test('an answer that is too long is refused', async () => {
  const { network } = capability(() => new Response('x'.repeat(5_000_001)))
  await expect(fetchThroughCapability(network, ['https://api.example.com/'], signal)).rejects.toThrow('longer than')
})
