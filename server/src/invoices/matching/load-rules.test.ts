import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../database/database.ts'
import { openGoshawkPortal } from '../../testing/invoices/goshawk.ts'
import type { SignedIn, TestPortal } from '../../testing/test-portal.ts'
import { loadRules } from './load-rules.ts'

const { invoices, prices } = contract
const DAY = '2026-03-02'
let portal: TestPortal
let operator: SignedIn
beforeAll(async () => {
  ;({ portal, operator } = await openGoshawkPortal())
})
afterAll(() => portal.close())

/** The price, fuel charge and divisor of a parcel despatched on 2 March, in ten-thousandths, as known at an instant. */
async function known(at?: Date) {
  const database = openDatabase({ appUrl: portal.testDatabase.appUrl, connections: 1 })
  try {
    return await database.copying(['ACME', ''], async (connection) => {
      const { rules } = await loadRules(connection, ['ACME'], at)
      const [method] = rules.books.methodsOn('ACME', DAY, Date.parse(`${DAY}T12:00:00Z`))
      const fuel = rules.terms.agreedOn('GOS', 'ACME', DAY, () => expect.fail('No charge has conditions')).inOrder[0]
        ?.amount
      return {
        price: method?.method.pricing.primaryCosting?.baseCost,
        fuel: fuel?.kind === 'money' ? fuel.money : undefined,
        divisor: rules.terms.divisorOn('GOS', 'ACME', DAY)?.divisor,
      }
    })
  } finally {
    await database.close()
  }
}

const FUEL = {
  carrierCode: 'GOS',
  clientCode: '',
  chargeCode: '',
  category: 'fuel',
  chargeText: 'Fuel',
  when: 'if billed',
  least: null,
  most: null,
  currency: 'GBP',
  from: '2026-01-01',
  to: null,
} as const
const money = (of: string) => ({ kind: 'money', money: of, per: 'parcel' }) as const
const DIVISOR = { carrierCode: 'GOS', clientCode: '', from: '2026-01-01', to: null } as const

/** Returns the present instant when it has passed, so that later changes have another millisecond. */
async function instant(): Promise<Date> {
  const now = new Date()
  await sleep(2)
  return now
}

test('prices and agreements are those known at an instant, despite later changes and deletions', async () => {
  const begun = await instant()
  const { body: fuel } = await portal.call(invoices.saveAgreed, { body: { ...FUEL, amount: money('0.40') } }, operator)
  const { body: divisor } = await portal.call(invoices.saveDivisor, { body: { ...DIVISOR, divisor: 5000 } }, operator)
  const first = await instant()
  await portal.call(invoices.saveAgreed, { body: { ...FUEL, agreedID: fuel.id, amount: money('0.50') } }, operator)
  await portal.call(invoices.saveDivisor, { body: { ...DIVISOR, divisorID: divisor.id, divisor: 4000 } }, operator)
  await portal.call(
    prices.updateSingle,
    {
      params: { id: 'GOS-1' },
      body: {
        pricingMethod: 'By Parcel',
        primaryCosting: { fromParcel: 1, baseCost: '4.60', incrementalCost: '0.00', incrementStart: 0, increment: 0 },
        holdsFrom: '2026-03-01',
      },
    },
    { ...operator, client: 'ACME' },
  )
  const second = await instant()
  await portal.call(invoices.removeAgreed, { query: { id: fuel.id } }, operator)
  await portal.call(invoices.removeDivisor, { query: { id: divisor.id } }, operator)
  expect(await known(begun)).toEqual({ price: 45_000, fuel: undefined, divisor: undefined })
  expect(await known(first)).toEqual({ price: 45_000, fuel: 4000, divisor: 5000 })
  expect(await known(second)).toEqual({ price: 46_000, fuel: 5000, divisor: 4000 })
  expect(await known()).toEqual({ price: 46_000, fuel: undefined, divisor: undefined })
})
