import { afterAll, beforeAll, expect, test } from 'vitest'
import { csv, type FeedPortal, openFeedPortal } from '../../testing/feed-portal.ts'

let on: FeedPortal
beforeAll(async () => {
  on = await openFeedPortal()
  await on.feed(csv([['W1', 'RED', 1, 5]]))
})
afterAll(() => on.portal.close())

const file = (tracking: string, weight: string, heading = 'weight') =>
  csv([['W1', tracking, 'DPD', weight]], `orderNumber,trackingNumber,carrier,${heading}`)
const kilograms = async (tracking: string) =>
  (await on.rows(`select weight::float from parcels where client_code = $1 and tracking_number = '${tracking}'`))[0]?.[
    'weight'
  ]

test('the mapping sets the unit of its column', async () => {
  const columns = { orderNumber: 'orderNumber', trackingNumber: 'trackingNumber', carrier: 'carrier', weight: 'weight' }
  await on.saveMapping('grams', { columns, units: { weight: 'g' } }, 'despatches')
  const fed = await on.feedRows('despatches', file('TW1', '850'), { mapping: 'grams' })
  expect(fed.summary).toMatchObject({ created: 1, refused: 0 })
  expect(await kilograms('TW1')).toBe(0.85)
})

test.each([
  ['weight (g)', 'TW21'],
  ['Weight_g', 'TW22'],
  ['weight_grams', 'TW23'],
  ['weightGrams', 'TW24'],
])('a heading %s sets the unit', async (heading, tracking) => {
  expect((await on.feedRows('despatches', file(tracking, '850', heading))).summary).toMatchObject({
    created: 1,
    refused: 0,
  })
  expect(await kilograms(tracking)).toBe(0.85)
})

test('the key of an object sets the unit', async () => {
  const object = { orderNumber: 'W1', trackingNumber: 'TW3', carrier: 'DPD', weight_lb: 2 }
  await on.feedRows('despatches', JSON.stringify(object), { type: 'application/x-ndjson' })
  expect(await kilograms('TW3')).toBe(0.907)
})

test('impossible weights are refused and heavy parcels noted', async () => {
  const heavy = await on.feedRows('despatches', file('TW4', '850'))
  expect(heavy.summary).toMatchObject({
    created: 1,
    noted: { 'Weights above 100 kg. If they are grams, set the unit in the mapping or the heading': 1 },
  })
  const refused = await on.feedRows('despatches', file('TW5', '8500'))
  expect(refused.refused).toMatchObject([{ column: 'weight', reason: 'Weight is at most 2,000 kg. Check the unit' }])
})
