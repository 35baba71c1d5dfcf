import { expect, test } from 'vitest'
import { webhookUrlProblem } from './webhook-url.ts'

const isAllowed = (host: string, port: number) =>
  host === 'hooks.test' || host === '127.0.0.1' || (host === 'example.com' && port === 9443)
test.each([
  ['https://example.com/hooks?key=1', undefined],
  ['https://example.com:9443/', undefined],
  ['https://example.com:443/', undefined],
  ['https://example.com:80/', undefined],
  ['https://example.com:8443/', 'allow example.com:8443'],
  ['https://example.com:22/', 'port 443 or 80'],
  ['https://[2606:4700::1111]/', undefined],
  ['http://hooks.test/x', undefined],
  ['http://127.0.0.1:8080/x', undefined],
  ['', 'An address looks like'],
  ['example.com/hooks', 'An address looks like'],
  ['ftp://example.com', 'must start with https://'],
  ['javascript:alert(1)', 'must start with https://'],
  ['http://example.com', 'must start with https://'],
  ['https://me:pass@example.com', 'can’t include a username'],
  ['https://example.com/#x', 'part after #'],
  ['https://localhost', 'private network'],
  ['https://intranet/x', 'private network'],
  ['https://db.internal/', 'private network'],
  ['https://printer.local./', 'private network'],
])('%s', (url, words) => {
  const why = webhookUrlProblem(url, isAllowed)
  if (words) expect(why).toContain(words)
  else expect(why).toBeUndefined()
})
