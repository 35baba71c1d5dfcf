import { expect, test } from 'vitest'
import { known, numbered, readAll } from '../../../testing/invoice-files.ts'
import { worldOf } from '../../../testing/despatch-world.ts'
import { spreadSalesOrders } from '../spread-orders.ts'
import { printRoyalMail } from './print-royal-mail.ts'

const SURPLUS = 7

test('Royal Mail: every item matches a parcel of its day, and extra items are found', () => {
  const carriages = (worldOf(11, 4000, 20).carriages.get('DHL') ?? []).filter(({ parcels }) => parcels.length === 1)
  const file = printRoyalMail(carriages, { number: '19000', account: '26', day: '2026-04-30', surplus: SURPLUS })
  const rows = numbered(file.rows)
  const { details, invoices, refused } = readAll(rows, { file: known(rows) })
  expect(refused).toEqual([])
  expect(invoices[0]?.proof.verdict).toBe('adds up')
  const parcels = carriages.flatMap(({ orderNumber, service, day, country, parcels: own }) =>
    own.map(({ trackingNumber, grams }) => ({
      client: orderNumber.slice(-1),
      trackingNumber,
      service,
      day,
      country,
      grams,
    })),
  )
  const spread = spreadSalesOrders(
    details.map(({ detail }) => detail),
    parcels,
  )
  expect(spread.missing).toEqual([])
  const billed = spread.details.flatMap((detail) => detail.parcels)
  const beyond = spread.details.filter((detail) => detail.parcels.some(({ trackingNumber }) => trackingNumber === ''))
  expect(billed.filter(({ trackingNumber }) => trackingNumber !== '')).toHaveLength(parcels.length)
  expect(beyond.reduce((sum, { pieces }) => sum + pieces, 0)).toBe(SURPLUS)
  process.stdout.write(
    `Royal Mail: ${file.rows.length} rows for ${parcels.length} parcels, ${SURPLUS} / ${SURPLUS} items beyond found\n`,
  )
})
