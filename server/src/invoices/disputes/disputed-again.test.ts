import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSession } from '../../testing/factories.ts'
import { AccountPortal } from '../../testing/invoices/account-portal.ts'
import { DisputePortal } from '../../testing/invoices/dispute-portal.ts'

/** Rows that are rejected again, or deleted, after their dispute was refused. A consignment costs 3.26. */

const { invoices } = contract
let of: AccountPortal
let on: DisputePortal
beforeAll(async () => {
  of = await AccountPortal.open()
  on = new DisputePortal(of)
})
afterAll(() => of.close())

/** Makes an invoice that bills 8.26 for a parcel, with a refused dispute of which 2.00 was credited. */
async function refused(number: string) {
  const { billed, dispute, credit } = await on.credited(number, { base: 8.26, credit: 2 })
  await on.act('refuse', dispute)
  expect(await on.stateOf(dispute)).toBe('refused 2.00 of 5.00')
  return { billed, dispute, credit }
}
const preflight = async (summaryID: string, as = of.operator) => {
  const ids = (await of.rows(summaryID)).map(({ parcelID }) => parcelID).join()
  return (await of.portal.call(invoices.rejection, { body: { of: 'parcels', ids } }, as)).body
}

test.each(['with another reason', 'after it was accepted and undone'])(
  'a row rejected again %s claims only what was not credited, like its pre-flight',
  async (how) => {
    const { billed, credit } = await refused(how.startsWith('with') ? 'OSP740001' : 'OSP740002')
    if (how.startsWith('after')) {
      const parcelIDs = (await of.rows(billed)).map(({ parcelID }) => parcelID).join()
      await of.portal.call(invoices.decideParcels, { params: { value: 'Accepted' }, body: { parcelIDs } }, of.operator)
      await on.undo(billed)
    }
    expect(await preflight(billed)).toMatchObject({ claims: [{ rows: 1, claimed: '3.00' }], unclaimed: 0, disputed: 0 })
    expect(await on.stateOf(await on.reject(billed, { reason: 'Still too dear' }))).toBe('open 0.00 of 3.00')
    expect(await preflight(billed)).toMatchObject({ claims: [], disputed: 1 })
    await on.accept(billed)
    await on.accept(credit)
    // 3.26 is due for the parcel.
    expect([await on.payableOf(billed), await on.payableOf(credit)]).toEqual(['5.26', '-2.00'])
    expect(await of.post(billed)).toEqual([
      'Carriage ZED 3.26',
      'Disputed with carriers ZED 5.00',
      'Carriers payable -3.26',
      'Withheld from carriers -5.00',
    ])
  },
)

test('a claim made again is at most the part that was never credited', async () => {
  const { billed } = await refused('OSP740003')
  expect(await on.answerToReject(billed, { reason: 'All of it', claimed: '6.27' })).toMatchObject({
    status: 422,
    body: { message: 'At most 6.26 can be disputed: 2.00 of what is billed was credited before.' },
  })
  const second = await on.reject(billed, { reason: 'Some of it', claimed: '3.00' })
  await on.credit('AOSP740003', 'OSP740003X1', -2.5)
  await on.act('write-off', second)
  expect(await preflight(billed)).toMatchObject({ claims: [{ claimed: '0.50' }] })
  const third = await on.reject(billed, { reason: 'The rest' })
  expect(await on.stateOf(third)).toBe('open 0.00 of 0.50')
})

test('the pre-flight of a client user knows what is disputed already', async () => {
  await of.order('ZED', 'OSP740004', ['OSP740004X1'])
  const billed = await of.bill('BOSP740004', [{ tracking: 'OSP740004X1', base: 4.5 }])
  await on.reject(billed)
  const zed = { ...(await makeSession(of.portal.testDatabase, { clients: ['ZED'] })), client: 'ZED' }
  expect(await preflight(billed, zed)).toMatchObject({ claims: [], disputed: 1 })
})

test('rows of a partly credited, written-off dispute are not deleted', async () => {
  await of.order('ZED', 'OSP740005', ['OSP740005X1'])
  await of.order('ZED', 'OSP740006', ['OSP740006X1'])
  const billed = await of.bill('BOSP740005', [
    { tracking: 'OSP740005X1', base: 8.26 },
    { tracking: 'OSP740006X1', base: 6.26 },
  ])
  const dispute = await on.reject(billed, { rows: [0, 1] })
  const credit = await on.credit('COSP740005', 'OSP740005X1', -5)
  await on.act('write-off', dispute)
  const refusal = { status: 422, body: { message: expect.stringContaining('has been credited') } }
  expect(await on.delete(billed)).toMatchObject(refusal)
  const [row] = await of.rows(billed)
  const removal = () => of.portal.call(invoices.removeParcels, { query: { id: row?.parcelID ?? '' } }, of.operator)
  expect(await removal()).toMatchObject(refusal)

  // Without the credit nothing prevents the deletion.
  expect((await on.delete(credit)).status).toBe(200)
  expect((await removal()).status).toBe(200)
  expect(await on.stateOf(dispute)).toBe('written off 0.00 of 3.00')
  expect((await on.delete(billed)).status).toBe(200)
})
