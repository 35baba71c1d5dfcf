import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AccountPortal } from '../../testing/invoices/account-portal.ts'
import { judgeNotedRows } from '../parcel-accounts/judge-dependents.ts'

/** Rows whose amount due was changed by other invoices cannot be accepted until they are judged again. */

const { invoices } = contract
let of: AccountPortal
beforeAll(async () => {
  of = await AccountPortal.open()
})
afterAll(() => of.close())

const firstOf = async (summaryID: string) => (await of.rows(summaryID))[0]?.parcelID
const accept = async (summaryID: string) => ({
  whole: await of.decide(summaryID, 'accepted'),
  rows: await of.decideRow('Accepted', await firstOf(summaryID)),
  matched: await of.portal.call(invoices.acceptMatched, { body: { summaryIDs: [summaryID] } }, of.operator),
})
const preflightAcceptMatched = async (summaryID: string) =>
  (await of.portal.call(invoices.preflight, { body: { summaryIDs: [summaryID] } }, of.operator)).body
const waiting = (number: string) => ({
  message: `1 row of invoice ${number} is being recalculated because the amount due has changed. Try again in a minute.`,
})
async function refusedAll(summaryID: string, number: string) {
  const refusal = { status: 422, body: waiting(number) }
  expect(await preflightAcceptMatched(summaryID)).toMatchObject({ most: 0, refused: [waiting(number)] })
  expect(await accept(summaryID)).toMatchObject({ whole: refusal, rows: refusal, matched: refusal })
}

test('matching a parcel by hand on another invoice makes its row be judged again', async () => {
  const tracking = await of.parcel()
  const open = await of.bill('NJ-1', [{ tracking, base: 3.26 }], { day: '2026-03-13' })
  const unknown = await of.bill('NK-1', [{ tracking: 'UNKNOWN9001', consignment: 'UNKNOWN9001', base: 3.26 }])
  const [row] = await of.rows(unknown)
  const chosen = { clientCode: 'ZED', orderNumber: tracking.slice(0, -2), trackingNumber: tracking }
  const body = { parcelID: row?.parcelID ?? '', version: row?.version ?? 0, remember: false, ...chosen }
  expect((await of.portal.call(invoices.match, { body }, of.operator)).status).toBe(200)
  await refusedAll(open, 'NJ-1')
  await judgeNotedRows(of.portal.database)
  expect(await of.judged(open)).toEqual(['Already billed 0.00'])
})

test('an invoice whose rejection was undone is judged before it is accepted', async () => {
  const tracking = await of.parcel()
  const first = await of.bill('NU-1', [{ tracking, base: 3.26 }])
  const { commandId } = (await of.decide(first, 'rejected', 'Withdrawn')).body
  const reissue = await of.bill('NU-2', [{ tracking, base: 3.26 }])
  expect((await of.decide(reissue, 'accepted')).status).toBe(200)
  await of.portal.call(invoices.undo, { params: { commandId } }, of.operator)
  await refusedAll(first, 'NU-1')
  await judgeNotedRows(of.portal.database)
  expect(await of.judged(first)).toEqual(['Already billed 0.00'])
})

test('a rejected row is judged again before it is accepted, if its due amount changed', async () => {
  const tracking = await of.parcel()
  const first = await of.bill('NR-1', [{ tracking, base: 3.26 }])
  const second = await of.bill('NR-2', [{ tracking, base: 3.26 }])
  const row = await firstOf(second)
  expect((await of.decideRow('Rejected', row)).status).toBe(200)
  await of.portal.call(invoices.removeSummary, { query: { id: first } }, of.operator)
  await judgeNotedRows(of.portal.database)
  expect(await of.decideRow('Accepted', row)).toMatchObject({
    status: 422,
    body: {
      message:
        'The amount due for 1 row of invoice NR-2 has changed since it was rejected. Undo the rejection, and decide again in a minute.',
    },
  })
})

test('rows can be accepted after their invoice is judged again', async () => {
  const tracking = await of.parcel()
  const first = await of.bill('NA-1', [{ tracking, base: 3.26 }])
  const second = await of.bill('NA-2', [{ tracking, base: 3.26 }])
  expect((await of.decide(first, 'rejected', 'Withdrawn')).status).toBe(200)
  await of.portal.call(invoices.judgeAgain, { body: { summaryID: second } }, of.operator)
  expect((await of.decide(second, 'accepted')).status).toBe(200)
})

test('a credited row of a rejected invoice can be accepted after another of its rows', async () => {
  const [first, second] = [await of.parcel(), await of.parcel()]
  const withdrawn = await of.bill('NW-1', [
    { tracking: first, base: 4.26 },
    { tracking: second, base: 4.26 },
  ])
  await of.decide(withdrawn, 'rejected', 'Withdrawn')
  const credits = [first, second].map((tracking) => ({ tracking, type: 'ADJ' as const, base: -1 }))
  await of.bill('NW-2', credits, { day: '2026-03-07' })
  const [one, other] = await of.rows(withdrawn)
  expect((await of.decideRow('Accepted', one?.parcelID)).status).toBe(200)
  expect((await of.decideRow('Accepted', other?.parcelID)).status).toBe(200)
})

test('a late row of an earlier day is judged again when a decision is withdrawn', async () => {
  const tracking = await of.parcel()
  const first = await of.bill('NE-1', [{ tracking, base: 3.26 }], { day: '2026-03-10' })
  expect((await of.decideRow('Accepted', await firstOf(first))).status).toBe(200)
  const earlier = await of.bill('NE-2', [{ tracking, base: 3.26 }], { day: '2026-03-05' })
  expect(await of.judged(earlier)).toEqual(['Already billed 0.00'])
  await of.decide(first, 'rejected', 'Withdrawn')
  await judgeNotedRows(of.portal.database)
  expect(await of.judged(earlier)).toEqual(['Matched 3.26'])
})
