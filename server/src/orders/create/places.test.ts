import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSku } from '../../testing/factories.ts'
import { csv, type FeedPortal, openFeedPortal } from '../../testing/feed-portal.ts'
import { orderBody } from '../../testing/order-body.ts'
import { carrierItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { refusalOf } from '../../testing/test-portal.ts'

const { create, amend, addressLookup } = contract.orders
let on: FeedPortal
let SKU: string
beforeAll(async () => {
  on = await openFeedPortal()
  SKU = await makeSku(on.portal.testDatabase, { client: on.me.client })
  await makeRuleBook(on.portal.testDatabase, on.me.client, [
    carrierItem('RM'),
    carrierItem('DHL'),
    methodItem('RM-HOME', 'RM', 40_000, { countries: ['GB'] }),
    methodItem('DHL-EU', 'DHL', 30_000, { countries: ['FR', 'DE'] }),
  ])
})
afterAll(() => on.portal.close())

const storedPlace = async (orderNumber: string) =>
  (
    await on.rows(
      `select country, post_code as "postCode" from orders where client_code = $1 and order_number = '${orderNumber}'`,
    )
  )[0]

test.each([
  ['HK', ''],
  ['AE', '-'],
  ['QA', '00000'],
  ['IE', ''],
  ['IE', 'n/a'],
])('an order to %s needs no postcode: %j', async (country, postCode) => {
  const body = orderBody({ SKU, country, postCode })
  expect(await on.portal.call(create, { body }, on.me)).toMatchObject({ status: 200 })
  expect(await storedPlace(body.orderNo)).toEqual({ country, postCode: '' })
})

test('nor does an order with a single line that omits it', async () => {
  const { items: _, postCode: __, ...rest } = orderBody({ SKU, country: 'HK' })
  const created = await on.portal.send(create, { body: { ...rest, SKU, quantity: 1 } }, on.me)
  expect(created.status).toBe(200)
})

test.each(['GB', 'JE', 'DE'])('an order to %s needs one', async (country) => {
  for (const postCode of ['', '-', 'N/A'])
    expect(
      refusalOf(await on.portal.call(create, { body: orderBody({ SKU, country, postCode }) }, on.me)),
    ).toMatchObject({
      fields: [{ path: 'postCode', message: 'Enter a postcode' }],
    })
})

test('an amended order follows the rules of its new country', async () => {
  const body = orderBody({ SKU })
  await on.portal.call(create, { body }, on.me)
  const change = (fields: object) => on.portal.call(amend, { body: { orderNumber: body.orderNo, ...fields } }, on.me)
  expect(refusalOf(await change({ postCode: '-' }))).toMatchObject({ fields: [{ path: 'postCode' }] })
  expect(await change({ country: 'HK', postCode: '-' })).toMatchObject({ status: 200 })
  expect(await storedPlace(body.orderNo)).toEqual({ country: 'HK', postCode: '' })
  expect(refusalOf(await change({ country: 'GB' }))).toMatchObject({
    fields: [{ path: 'postCode', message: 'Enter a postcode' }],
  })
})

const HEADER = 'orderNumber,SKU,quantity,customerFirstName,addressLine1,addressLine3,postCode,country'
test('the feed accepts countries as shops write them, and a dash without postcode', async () => {
  const rows = [
    ['F-1', 'RED', 1, 'Jo', '1 St', 'Doha', '-', 'Qatar'],
    ['F-2', 'RED', 1, 'Jo', '1 St', 'Hull', 'HU1 1AA', 'United Kingdom (UK)'],
    ['F-3', 'RED', 1, 'Jo', '1 St', 'Dublin', '', 'Éire'],
    ['F-4', 'RED', 1, 'Jo', '1 St', 'Köln', '50667', 'deutschland'],
    ['F-5', 'RED', 1, 'Jo', '1 St', 'Nowhere', '1', 'Ruritania'],
  ]
  const fed = await on.feed(csv(rows, HEADER))
  expect(fed.summary).toMatchObject({ created: 4, refused: 1 })
  expect(fed.refused).toMatchObject([{ line: 6, column: 'country', value: 'Ruritania' }])
  expect([
    await storedPlace('F-1'),
    await storedPlace('F-2'),
    await storedPlace('F-3'),
    await storedPlace('F-4'),
  ]).toEqual([
    { country: 'QA', postCode: '' },
    { country: 'GB', postCode: 'HU1 1AA' },
    { country: 'IE', postCode: '' },
    { country: 'DE', postCode: '50667' },
  ])
})

test.each([
  ['JE', 'JE2 3AB'],
  ['GG', 'GY1 1AA'],
  ['IM', 'IM1 1AA'],
])('a house in %s counts as one place under both country codes', async (own, postCode) => {
  const numbers = [`${own}-1`, `${own}-2`]
  const rows = [own, 'GB'].map((country, at) => [
    numbers[at] ?? '',
    SKU,
    1,
    'Jo',
    'La Rue 1',
    'Town',
    postCode,
    country,
  ])
  expect((await on.feed(csv(rows, HEADER))).summary).toMatchObject({ created: 2 })
  for (const country of [own, 'GB']) {
    const { body } = await on.portal.call(create, { body: orderBody({ SKU, country, postCode }) }, on.me)
    expect(body.routing.consignments).toMatchObject([{ carrier: 'RM' }])
  }
  const parcels = numbers.map((number) => [number, `T-${number}`, 'RM'])
  await on.feedRows('despatches', csv(parcels, 'orderNumber,trackingNumber,carrier'))
  const list = numbers.map((number) => `'${number}'`).join(', ')
  expect(
    await on.rows(`select distinct region from parcels where client_code = $1 and order_number in (${list})`),
  ).toEqual([{ region: 'Crown Dependencies' }])
  expect(
    await on.rows(
      `select distinct client_method_id as method from consignments where client_code = $1 and order_number in (${list})`,
    ),
  ).toEqual([{ method: 'RM-HOME' }])
  await on.portal.testDatabase.asOwner(
    'insert into addresses (country, postcode, address_line_1) values ($1, $2, $3)',
    [own, postCode, `House in ${own}`],
  )
  for (const country of [own, 'GB'])
    expect(
      (await on.portal.call(addressLookup, { body: { country, postcode: postCode } }, on.me)).body.addresses,
    ).toMatchObject([{ text: `House in ${own}, ${postCode}` }])
})
