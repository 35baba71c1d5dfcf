import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AccountPortal } from '../../testing/invoices/account-portal.ts'

/**
 * The amount due for a parcel is its price less what was billed before. A consignment costs 3.26, and 2.00 for all
 * further parcels.
 */

const { invoices } = contract
let of: AccountPortal
beforeAll(async () => {
  of = await AccountPortal.open()
  const terms = { carrierCode: 'OSP', from: '2026-01-01', to: null }
  const remote = {
    ...terms,
    chargeCode: 'REM',
    category: 'remote area' as const,
    chargeText: 'Remote',
    amount: { kind: 'money' as const, money: '2.00', per: 'parcel' as const },
  }
  const fuel = {
    ...terms,
    clientCode: 'YAK',
    category: 'fuel' as const,
    chargeText: 'Fuel',
    amount: { kind: 'percent' as const, percent: '10', of: ['base' as const], per: 'detail' as const },
    when: 'always' as const,
  }
  for (const body of [remote, fuel])
    expect((await of.portal.call(invoices.saveAgreed, { body }, of.operator)).status).toBe(200)
})
afterAll(() => of.close())

let count = 0
/** Makes an order and returns its parcels' numbers. */
async function parcels(many: number, client = 'ZED'): Promise<string[]> {
  const order = `OSP${String(++count).padStart(6, '0')}`
  const numbers = Array.from({ length: many }, (_, index) => `${order}X${index + 1}`)
  await of.order(client, order, numbers)
  return numbers
}
const orderOf = (number: string) => number.split('X')[0] ?? ''
let bills = 0
const bill = (...rows: Parameters<AccountPortal['bill']>[1]) => of.billed(`A-${String(++bills).padStart(4, '0')}`, rows)

describe('a correction', () => {
  test('is expected up to the amount due, however often the carrier sends it', async () => {
    const [tracking = ''] = await parcels(1)
    expect(await bill({ tracking, base: 2 })).toEqual(['Undercharged 3.26'])
    expect(await bill({ tracking, type: 'ADJ', base: 1.26 })).toEqual(['Matched 1.26'])
    expect(await bill({ tracking, type: 'ADJ', base: 1.26 })).toEqual(['Overcharged 0.00'])
    expect(await bill({ tracking, type: 'ADJ', base: 1.26 })).toEqual(['Overcharged 0.00'])
  })
  test('downwards is expected once, and so is the one that reverses a repeat', async () => {
    const [tracking = ''] = await parcels(1)
    await bill({ tracking, base: 4.5 })
    expect(await bill({ tracking, type: 'ADJ', base: -1.24 })).toEqual(['Matched -1.24'])
    expect(await bill({ tracking, type: 'ADJ', base: -1.24 })).toEqual(['Undercharged 0.00'])
    expect(await bill({ tracking, type: 'ADJ', base: 1.24 })).toEqual(['Matched 1.24'])
  })
  test('of a surcharge billed twice is expected once', async () => {
    const [tracking = ''] = await parcels(1)
    expect(await bill({ tracking, remote: 2 })).toEqual(['Matched 2.00'])
    expect(await bill({ tracking, remote: 2 })).toEqual(['Already billed 0.00'])
    expect(await bill({ tracking, type: 'ADJ', remote: -2 })).toEqual(['Matched -2.00'])
    expect(await bill({ tracking, type: 'ADJ', remote: -2 })).toEqual(['Undercharged 0.00'])
  })
  test('of forgotten fuel is expected once', async () => {
    const [tracking = ''] = await parcels(1, 'YAK')
    expect(await bill({ tracking, base: 3.26 })).toEqual(['Undercharged 3.59'])
    expect(await bill({ tracking, type: 'ADJ', fuel: 0.33 })).toEqual(['Matched 0.33'])
    expect(await bill({ tracking, type: 'ADJ', fuel: 0.33 })).toEqual(['Overcharged 0.00'])
  })
})

test('the base can be billed on a later day than a surcharge', async () => {
  const [tracking = ''] = await parcels(1)
  await bill({ tracking, remote: 2 })
  expect(await bill({ tracking, base: 3.26 })).toEqual(['Matched 3.26'])
  expect(await bill({ tracking, base: 3.26, shipped: '2026-03-03' })).toEqual(['Already billed 0.00'])
})

describe('a consignment without parcel numbers', () => {
  test.each(['parcel', 'consignment'] as const)('is billed once by a layout of %s rows', async (row) => {
    const [first = ''] = await parcels(2)
    const whole = (number: string) => of.billed(number, [{ order: orderOf(first), items: 2, base: 5.26 }], { row })
    expect(await whole(`W-${first}-1`)).toEqual(['Matched 5.26'])
    expect(await whole(`W-${first}-2`)).toEqual(['Already billed 0.00'])
    expect(await of.billed(`X-${first}`, [{ order: orderOf(first), type: 'ADJ', base: 5.26 }])).toEqual([
      'Overcharged 0.00',
    ])
    const proof = await of.portal.call(
      invoices.proof,
      {
        query: { summaryID: await of.bill(`W-${first}-3`, [{ order: orderOf(first), items: 2, base: 5.26 }], { row }) },
      },
      of.operator,
    )
    expect(proof.body.duplicates.map(({ what }) => what)).toEqual([expect.stringContaining(`W-${first}-1`)])
  })
  test('can be billed by its parcels or as a whole, but not both', async () => {
    const [one = '', two = ''] = await parcels(2)
    expect(await bill({ order: orderOf(one), base: 5.26 })).toEqual(['Matched 5.26'])
    expect(await bill({ tracking: one, base: 3.26 }, { tracking: two, base: 2 })).toEqual([
      'Already billed 0.00',
      'Already billed 0.00',
    ])
    const [three = '', four = ''] = await parcels(2)
    expect(await bill({ tracking: three, base: 3.26 })).toEqual(['Matched 3.26'])
    expect(await bill({ order: orderOf(three), base: 5.26 })).toEqual(['Overcharged 2.00'])
    expect(await bill({ tracking: four, base: 2 })).toEqual(['Already billed 0.00'])
  })
})

test('each parcel of a consignment has its own price, whatever number of items rows state', async () => {
  const [one = '', two = ''] = await parcels(2)
  expect(await bill({ tracking: one, consignment: 'C1', items: 2, base: 3.26 })).toEqual(['Matched 3.26'])
  expect(await bill({ tracking: two, consignment: 'C1', items: 2, base: 2 })).toEqual(['Matched 2.00'])
  const [three = '', four = ''] = await parcels(2)
  expect(await bill({ tracking: three, consignment: 'C2', items: 2, base: 5.26 })).toEqual(['Overcharged 3.26'])
  expect(await bill({ tracking: four, consignment: 'C2', items: 2, base: 5.26 })).toEqual(['Overcharged 2.00'])
})

describe('an unknown number', () => {
  test('bills an unbilled parcel of its order, while there is one', async () => {
    const [one = '', two = ''] = await parcels(2)
    const order = orderOf(one)
    expect(await bill({ tracking: one, base: 3.26 }, { tracking: `${order}Y1`, order, base: 2 })).toEqual([
      'Matched 3.26',
      'Matched 2.00',
    ])
    expect(await bill({ tracking: `${order}Y2`, order, base: 2 })).toEqual(['Not despatched 0.00'])
    expect(await bill({ tracking: `${order}Y1`, order, base: 2 })).toEqual(['Already billed 0.00'])
    expect(await bill({ tracking: two, base: 2 })).toEqual(['Already billed 0.00'])
  })
  test('does not take a parcel that the same invoice bills by its number', async () => {
    const [one = ''] = await parcels(1)
    const order = orderOf(one)
    expect(await bill({ tracking: `${order}Y1`, order, base: 3.26 }, { tracking: one, base: 3.26 })).toEqual([
      'Not despatched 0.00',
      'Matched 3.26',
    ])
  })
})

describe('credit and rebill', () => {
  test.each([
    ['as a negative row', { base: -3.26 }],
    ['as an adjustment', { type: 'ADJ' as const, base: -3.26 }],
    ['without a category', { type: 'ADJ' as const, credit: -3.26 }],
  ])('credited %s, it is due again', async (_how, credit) => {
    const [tracking = ''] = await parcels(1)
    await bill({ tracking, base: 3.26 })
    expect(await bill({ tracking, ...credit })).toEqual(['Undercharged 0.00'])
    expect(await bill({ tracking, base: 3.26 })).toEqual(['Matched 3.26'])
    expect(await bill({ tracking, base: 3.26 })).toEqual(['Already billed 0.00'])
  })
  test('a negative row takes back the excess', async () => {
    const [tracking = ''] = await parcels(1)
    await bill({ tracking, base: 4.5 })
    expect(await bill({ tracking, base: -1.24 })).toEqual(['Matched -1.24'])
    expect(await bill({ tracking, base: 3.26 })).toEqual(['Already billed 0.00'])
  })
  test('after a wrong bill is fully credited, the correct amount is due', async () => {
    const [tracking = ''] = await parcels(1)
    await bill({ tracking, base: 4.88 })
    expect(await bill({ tracking, type: 'ADJ', base: -4.88 })).toEqual(['Undercharged -1.62'])
    expect(await bill({ tracking, type: 'ADJ', base: 3.26 })).toEqual(['Matched 3.26'])
  })
})
