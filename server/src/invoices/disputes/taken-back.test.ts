import { afterAll, beforeAll, expect, test } from 'vitest'
import { AccountPortal } from '../../testing/invoices/account-portal.ts'
import { DisputePortal } from '../../testing/invoices/dispute-portal.ts'
import { judgeNotedRows } from '../parcel-accounts/judge-dependents.ts'

/** The expected cost of a credit after a user takes back what it is for. A consignment costs 3.26. */

let of: AccountPortal
let on: DisputePortal
beforeAll(async () => {
  of = await AccountPortal.open()
  on = new DisputePortal(of)
})
afterAll(() => of.close())

/** Makes two disputes, of 2.00 and 3.00, about two parcels. */
async function disputed(number: string) {
  await of.order('ZED', number, [`${number}X1`])
  await of.order('ZED', `${number}B`, [`${number}X2`])
  const billed = await of.bill(`B${number}`, [
    { tracking: `${number}X1`, base: 5.26 },
    { tracking: `${number}X2`, base: 6.26 },
  ])
  const first = await on.reject(billed)
  const second = await on.reject(billed, { rows: [1], reason: 'Much too dear' })
  return { first, second, tracking: `${number}X1` }
}
test('settlements of an import stay expected when a settlement by hand is taken back', async () => {
  const { first, second, tracking } = await disputed('OSP750001')
  const credit = await on.credit('COSP750001', tracking, -5)
  expect(await on.stateOf(first)).toBe('credited 2.00 of 2.00')
  expect((await on.settle(credit, second, '3.00')).status).toBe(200)
  expect(await of.judged(credit)).toEqual(['Matched -5.00'])
  expect((await on.takeBack(credit)).status).toBe(200)
  expect([await on.stateOf(first), await on.stateOf(second)]).toEqual(['credited 2.00 of 2.00', 'open 0.00 of 3.00'])
  expect(await of.judged(credit)).toEqual(['Undercharged -2.00'])
  await judgeNotedRows(of.portal.database)
  expect(await of.judged(credit)).toEqual(['Undercharged -2.00'])
})

test("a credit expects what the parcel's account says after all is taken back", async () => {
  const { first, second, tracking } = await disputed('OSP750002')
  await on.act('refuse', first)
  const credit = await on.credit('COSP750002', tracking, -3)
  expect(await of.judged(credit)).toEqual(['Undercharged -2.00'])
  await on.settle(credit, second, '3.00')
  expect(await of.judged(credit)).toEqual(['Matched -3.00'])
  await on.takeBack(credit)
  await judgeNotedRows(of.portal.database)
  expect(await of.judged(credit)).toEqual(['Undercharged -2.00'])
})
