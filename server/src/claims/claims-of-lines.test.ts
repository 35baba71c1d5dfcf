import { expect, test } from 'vitest'
import { inClient } from '../database/in-client.ts'
import { returnsDesk } from '../testing/returns/returns-desk.ts'
import { readClaimParcels } from './judging/claim-facts.ts'

const { announced, freeAndPaid, marked, on } = returnsDesk()

/** The value of a parcel's goods in a claim, in ten-thousandths. */
async function goodsOf(trackingNumber: string) {
  const { client } = on().me
  const parcels = await inClient(on().portal.database, client, (transaction) =>
    readClaimParcels(transaction, [{ client_code: client, tracking_number: trackingNumber }]),
  )
  return parcels.map(({ goods, damagedOn }) => ({ goods, isDamaged: damagedOn !== null }))
}

test('a parcel with a free and two paid pieces is worth what was paid', async () => {
  const { trackingNumber } = await freeAndPaid('LOST-1')
  expect(await goodsOf(trackingNumber)).toEqual([{ goods: 200_000, isDamaged: false }])
})

test('a damaged return is worth what was paid for the announced line', async () => {
  for (const [lineNumber, goods] of [
    [1, 0],
    [2, 100_000],
  ] as const) {
    const { orderNumber, trackingNumber } = await freeAndPaid(`BROKEN-${lineNumber}`)
    const reference = await announced(orderNumber, 1, { lineNumber, reason: 'DAMAGED' })
    await marked(reference, 'received', 1, lineNumber)
    expect(await goodsOf(trackingNumber)).toEqual([{ goods, isDamaged: true }])
  }
})
