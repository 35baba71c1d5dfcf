import { readFile } from 'node:fs/promises'
import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSession } from '../../testing/factories.ts'
import { AccountPortal } from '../../testing/invoices/account-portal.ts'
import { DisputePortal } from '../../testing/invoices/dispute-portal.ts'

/** Credit invoices that are rejected as a whole. A consignment costs 3.26. */

const { invoices } = contract
let of: AccountPortal
let on: DisputePortal
beforeAll(async () => {
  of = await AccountPortal.open()
  on = new DisputePortal(of)
})
afterAll(() => of.close())

/** Makes an invoice of 4.50 for a parcel with a dispute of 1.24, and an invoice that credits it. */
async function credited(number: string) {
  const all = await on.credited(number, { base: 4.5, credit: 1.24 })
  expect(await on.stateOf(all.dispute)).toBe('credited 1.24 of 1.24')
  return all
}

test("rejecting a credit's invoice reopens its dispute and pays only what is due", async () => {
  const { billed, dispute, credit } = await credited('OSP720001')
  expect((await of.decide(credit, 'rejected', 'Not ours')).status).toBe(200)
  expect(await on.stateOf(dispute)).toBe('open 0.00 of 1.24')
  expect(await on.creditsOf(credit)).toEqual([])
  await on.accept(billed)
  expect([await on.payableOf(billed), await on.payableOf(credit)]).toEqual(['3.26', '0.00'])
  expect(await of.post(billed)).toEqual([
    'Carriage ZED 3.26',
    'Disputed with carriers ZED 1.24',
    'Carriers payable -3.26',
    'Withheld from carriers -1.24',
  ])
})

test.each(['row by row', 'by its receipt'])('undoing a rejection %s lets its credits settle again', async (how) => {
  const { billed, dispute, credit } = await credited(`OSP72001${how.length}`)
  const { commandId } = (await of.decide(credit, 'rejected', 'Not ours')).body
  if (how === 'row by row') await on.undo(credit)
  else await of.portal.call(invoices.undo, { params: { commandId: commandId ?? '' } }, of.operator)
  expect(await on.stateOf(dispute)).toBe('credited 1.24 of 1.24')
  expect([await on.payableOf(billed), await on.payableOf(credit)]).toEqual(['4.50', '-1.24'])
  expect(await of.judged(credit)).toEqual(['Matched -1.24'])
})

test('credits of a rejected invoice do not settle disputes that open later', async () => {
  await of.order('ZED', 'OSP720003', ['OSP720003X1'])
  const billed = await of.bill('BOSP720003', [{ tracking: 'OSP720003X1', base: 4.5 }])
  const credit = await on.credit('COSP720003', 'OSP720003X1', -1.24)
  await of.decide(credit, 'rejected', 'Not ours')
  const dispute = await on.reject(billed)
  expect(await on.stateOf(dispute)).toBe('open 0.00 of 1.24')
  await on.undo(credit)
  expect(await on.stateOf(dispute)).toBe('credited 1.24 of 1.24')
})

test.each(['rejected', 'deleted'])('another waiting credit settles what a %s one had settled', async (how) => {
  const { dispute, credit, tracking } = await credited(how === 'rejected' ? 'OSP720004' : 'OSP720005')
  const another = await on.credit(`A${tracking}`, tracking, -1)
  expect(await on.creditsOf(another)).toMatchObject([{ left: '1.00' }])
  if (how === 'rejected') await of.decide(credit, 'rejected', 'Not ours')
  else await on.delete(credit)
  expect(await on.stateOf(dispute)).toBe('partly credited 1.00 of 1.24')
})

test("a client user who rejects a credit leaves others' shares of its dispute alone", async () => {
  await of.order('ZED', 'OSP720006', ['OSP720006X1'])
  await of.order('YAK', 'OSP720007', ['OSP720007X1'])
  const billed = await of.bill('BOSP720006', [
    { tracking: 'OSP720006X1', base: 4.5 },
    { tracking: 'OSP720007X1', base: 5.26 },
  ])
  const dispute = await on.reject(billed, { rows: [0, 1] })
  const credit = await on.credit('COSP720006', 'OSP720006X1', -1.24)
  expect(await on.stateOf(dispute)).toBe('partly credited 1.24 of 3.24')
  const zed = { ...(await makeSession(of.portal.testDatabase, { clients: ['ZED'] })), client: 'ZED' }
  const body = { summaryID: credit, reason: 'Not ours' }
  expect((await of.portal.call(invoices.decideSummary, { params: { id: 'rejected' }, body }, zed)).status).toBe(200)
  expect(await on.stateOf(dispute)).toBe('open 0.00 of 3.24')
  expect(await on.payableOf(billed)).toBe('6.52')
})

test('unsettled credits of invoices that an earlier version rejected are deleted', async () => {
  await of.order('ZED', 'OSP720008', ['OSP720008X1'])
  const waiting = await on.credit('COSP720008', 'OSP720008X1', -1)
  const { credit: spent } = await credited('OSP720009')
  const stands = await on.credit('AOSP720008', 'OSP720008X1', -1)
  const { testDatabase: database } = of.portal
  await database.asOwner("update invoices set status = 'Rejected' where invoice_id = any ($1::bigint[])", [
    [waiting, spent],
  ])
  const migration = new URL('../../database/migrations/before/0813-credits-of-rejected-invoices.sql', import.meta.url)
  await database.asOwner(await readFile(migration, 'utf8'))
  const left = await Promise.all([waiting, spent, stands].map((one) => on.creditsOf(one)))
  expect(left.map(({ length }) => length)).toEqual([0, 1, 1])
})
