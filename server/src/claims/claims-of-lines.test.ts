import { expect, test } from 'vitest'
import { inClient } from '../database/in-client.ts'
import { returnsDesk } from '../testing/returns/returns-desk.ts'
import { readClaimParcels } from './judging/claim-facts.ts'

const { announced, freeAndPaid, marked, on } = returnsDesk()

/** What the goods of a parcel are worth in a claim, ten-thousandths. */
async function goodsOf(trackingNumber: string) {
  const { client } = on().me
  const parcels = await inClient(on().portal.database, client, (transaction) =>
    readClaimParcels(transaction, [{ client_code: client, tracking_number: trackingNumber }]),
  )
  return parcels.map(({ goods, damagedOn }) => ({ goods, isDamaged: damagedOn !== null }))
}

test('a parcel of a free piece and two paid ones is worth what was paid', async () => {
  const { trackingNumber } = await freeAndPaid('LOST-1')
  expect(await goodsOf(trackingNumber)).toEqual([{ goods: 200_000, isDamaged: false }])
})

test('a piece that came back broken is worth what was paid for the line that was announced', async () => {
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
