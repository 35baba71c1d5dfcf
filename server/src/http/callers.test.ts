import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSession } from '../testing/factories.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../testing/test-portal.ts'

const PER_SECOND = 2
const AT_ONCE = 8 * PER_SECOND

let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal({ limits: { callsPerSecond: PER_SECOND } })
})
afterAll(() => portal.close())

const ask = (as: SignedIn) => portal.call(contract.orders.consolidated, { body: {} }, as)

test('only the user who calls faster than anyone works must wait', async () => {
  const one = await makeSession(portal.testDatabase)
  const other = await makeSession(portal.testDatabase)
  expect((await ask(one)).status).toBe(200)
  const answers = await Promise.all(Array.from({ length: 4 * AT_ONCE }, () => ask(one)))
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(AT_ONCE - 1)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]?.headers.get('retry-after')).toBe('1')
  expect(refused[0]?.body).toMatchObject({
    code: 'too_many_calls',
    message: 'Too many requests. Try again in a second.',
    retryAfterSeconds: 1,
  })
  expect((await ask(other)).status).toBe(200)
  await expect.poll(async () => (await ask(one)).status, { interval: 600 }).toBe(200)
})
