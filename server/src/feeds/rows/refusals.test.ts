import type { FeedRefusal } from '@despatch/contract/feeds/feed-refusal'
import { expect, test } from 'vitest'
import { openRefusals } from './refusals.ts'

const refusal = (line: number, value = 'x') => ({ line, column: 'SKU', reason: 'SKU is missing', value })

test('the first refused rows are listed shortened; further ones are counted', async () => {
  const refusals = openRefusals(2)
  await refusals.add([refusal(2, 'é'.repeat(1_000_000)), refusal(3), refusal(4)])
  await refusals.add([refusal(5)])
  const listed: FeedRefusal[] = []
  for await (const row of refusals.rows()) listed.push(row)
  expect(listed).toEqual([refusal(2, `${'é'.repeat(200)}…`), refusal(3)])
  expect(refusals.unlisted()).toBe(2)
  await refusals.close()
})
