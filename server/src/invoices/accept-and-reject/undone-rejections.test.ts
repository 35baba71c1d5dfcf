import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AccountPortal } from '../../testing/invoices/account-portal.ts'
import { judgeNotedRows } from '../parcel-accounts/judge-dependents.ts'

/**
 * Which rows of an invoice that was rejected as a whole can be accepted after other invoices billed the same parcels.
 */

const { invoices } = contract
let of: AccountPortal
beforeAll(async () => {
  of = await AccountPortal.open()
})
afterAll(() => of.close())

const bill = (number: string, ...tracking: string[]) =>
  of.bill(
    number,
    tracking.map((one) => ({ tracking: one, base: 3.26 })),
  )
const idsOf = async (summaryID: string) => (await of.rows(summaryID)).map(({ parcelID }) => parcelID)
const statusesOf = async (summaryID: string) => (await of.rows(summaryID)).map(({ status }) => status)
const undoRow = (parcelIDs = '') => of.portal.call(invoices.undoParcels, { body: { parcelIDs } }, of.operator)
const undo = (commandId: string) => of.portal.call(invoices.undo, { params: { commandId } }, of.operator)
const acceptMatched = (summaryID: string) =>
  of.portal.call(invoices.acceptMatched, { body: { summaryIDs: [summaryID] } }, of.operator)
const preflightAcceptMatched = async (summaryID: string) =>
  (await of.portal.call(invoices.preflight, { body: { summaryIDs: [summaryID] } }, of.operator)).body

describe('a rejected invoice whose parcels were reissued and accepted', () => {
  test('cannot be accepted, as a whole or by its rows, until the rejection is undone', async () => {
    const tracking = await of.parcel()
    const first = await bill(`W-${tracking}-1`, tracking)
    const { commandId } = (await of.decide(first, 'rejected', 'Withdrawn')).body
    const reissue = await bill(`W-${tracking}-2`, tracking)
    expect((await of.decide(reissue, 'accepted')).status).toBe(200)
    const refusal = {
      status: 422,
      body: {
        message: `Invoice W-${tracking}-1 is rejected as a whole, so nothing of it was accepted. Undo the rejection first.`,
      },
    }
    const [row = ''] = await idsOf(first)
    expect(await of.decide(first, 'accepted')).toMatchObject(refusal)
    expect(await of.decideRow('Accepted', row)).toMatchObject(refusal)
    expect(await acceptMatched(first)).toMatchObject(refusal)
    expect(await preflightAcceptMatched(first)).toMatchObject({
      most: 0,
      refused: [{ message: 'It is rejected as a whole. Undo that first.' }],
    })
    expect(await of.summary(first)).toMatchObject({ status: 'Rejected', payable: '0.00' })

    expect((await undo(commandId)).status).toBe(200)
    await judgeNotedRows(of.portal.database)
    expect(await of.judged(first)).toEqual(['Already billed 0.00'])
    expect((await of.decide(first, 'accepted')).status).toBe(422)
  })

  test('has its accepted rows open again after the rejection is undone', async () => {
    const [one, other] = [await of.parcel(), await of.parcel()]
    const first = await bill(`P-${one}-1`, one, other)
    const [accepted = ''] = await idsOf(first)
    expect((await of.decideRow('Accepted', accepted)).status).toBe(200)
    const { commandId } = (await of.decide(first, 'rejected', 'Withdrawn')).body
    const reissue = await bill(`P-${one}-2`, one)
    expect((await of.decide(reissue, 'accepted')).status).toBe(200)
    const undone = await undo(commandId)
    expect(undone.body.message).toBe('1 row is as before. 1 row that was accepted is open again.')
    await judgeNotedRows(of.portal.database)
    expect(await statusesOf(first)).toEqual(['Imported', 'Imported'])
    expect(await of.judged(first)).toEqual(['Already billed 0.00', 'Matched 3.26'])
  })
})

describe('a rejected invoice is open again when one of its rows is set back', () => {
  test('by undoing an earlier decision on the row', async () => {
    const [one, other] = [await of.parcel(), await of.parcel()]
    const summaryID = await bill(`O-${one}`, one, other)
    const [row = ''] = await idsOf(summaryID)
    const { commandId } = (await of.decideRow('Rejected', row)).body
    await of.decide(summaryID, 'rejected', 'Withdrawn')
    expect((await undo(commandId)).status).toBe(200)
    expect(await of.summary(summaryID)).toMatchObject({ status: 'Imported' })
    expect(await statusesOf(summaryID)).toEqual(['Imported', 'Rejected'])
  })

  test('by undoing the first of two rejections', async () => {
    const tracking = await of.parcel()
    const summaryID = await bill(`T-${tracking}`, tracking)
    const { commandId } = (await of.decide(summaryID, 'rejected', 'Withdrawn')).body
    await of.decide(summaryID, 'rejected', 'Withdrawn by letter')
    expect((await undo(commandId)).status).toBe(200)
    expect(await of.summary(summaryID)).toMatchObject({ status: 'Imported', reason: '' })
    await judgeNotedRows(of.portal.database)
    expect((await acceptMatched(summaryID)).status).toBe(200)
    expect((await of.decide(summaryID, 'accepted')).status).toBe(200)
    expect(await of.summary(summaryID)).toMatchObject({ status: 'Accepted', payable: '3.26' })
  })

  test('but not by undoing a change of the reason only', async () => {
    const tracking = await of.parcel()
    const summaryID = await bill(`R-${tracking}`, tracking)
    const [row = ''] = await idsOf(summaryID)
    await of.decideRow('Rejected', row)
    const parcelIDs = row
    const again = { params: { value: 'Rejected' }, body: { parcelIDs, reason: 'Too heavy' } }
    const { commandId } = (await of.portal.call(invoices.decideParcels, again, of.operator)).body
    await of.decide(summaryID, 'rejected', 'Withdrawn')
    expect((await undo(commandId)).status).toBe(200)
    expect(await of.summary(summaryID)).toMatchObject({ status: 'Rejected' })
    expect(await undoRow(row)).toMatchObject({ status: 200 })
    expect(await of.summary(summaryID)).toMatchObject({ status: 'Imported' })
  })
})
