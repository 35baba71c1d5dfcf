import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSession } from '../../testing/factories.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { addressLookup, addressDetails } = contract.orders
let portal: TestPortal
let as: SignedIn
beforeAll(async () => {
  portal = await openTestPortal()
  as = await makeSession(portal.testDatabase)
  await portal.testDatabase.asOwner(
    `insert into addresses (country, postcode, address_line_1, address_line_2, address_line_3, address_line_4) values
     ('GB', 'SW1Y 4JH', '12 St James Square', 'St James', 'London', ''),
     ('GB', 'SW1Y 4JH', '14 St James Square', '', 'London', ''),
     ('IE', 'SW1Y 4JH', 'Elsewhere', '', '', '')`,
  )
})
afterAll(() => portal.close())

const lookUp = (body: { country?: string; postcode: string }) => portal.call(addressLookup, { body }, as)

test('a postcode in any spelling lists its addresses, one line each', async () => {
  for (const postcode of ['SW1Y 4JH', 'sw1y4jh', ' sw1y  4jh '])
    expect((await lookUp({ postcode })).body.addresses.map(({ text }) => text)).toEqual([
      '12 St James Square, St James, London, SW1Y 4JH',
      '14 St James Square, London, SW1Y 4JH',
    ])
  expect((await lookUp({ country: 'IE', postcode: 'sw1y 4jh' })).body.addresses.map(({ text }) => text)).toEqual([
    'Elsewhere, SW1Y 4JH',
  ])
})

test('an unknown postcode has none; an invalid one is refused at its field', async () => {
  expect((await lookUp({ postcode: 'M1 1AE' })).body).toEqual({ addresses: [] })
  expect(await lookUp({ postcode: 'nowhere' })).toMatchObject({
    status: 400,
    body: { fields: [{ path: 'postcode', message: 'A UK postcode looks like SW1A 1AA' }] },
  })
})

test('details of a found address are returned line by line', async () => {
  const [first] = (await lookUp({ postcode: 'SW1Y 4JH' })).body.addresses
  expect((await portal.call(addressDetails, { body: { id: first?.id ?? '' } }, as)).body).toEqual({
    addressLine1: '12 St James Square',
    addressLine2: 'St James',
    addressLine3: 'London',
    addressLine4: '',
    postCode: 'SW1Y 4JH',
    country: 'GB',
  })
})

test.each(['999999', '0', '999999999999999999'])('details of %s, which does not exist, are not found', async (id) => {
  expect(await portal.call(addressDetails, { body: { id } }, as)).toMatchObject({
    status: 404,
    body: { code: 'not_found' },
  })
})
