import { contract } from '@despatch/contract/contract'
import { addDays, dayOf, weekday } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSku } from '../../testing/factories.ts'
import { AccountPortal } from '../../testing/invoices/account-portal.ts'
import { carrierItem, makeRuleBook, methodItem } from '../../testing/rule-books.ts'
import { judgeChangedOrders } from './judge-changed-orders.ts'

/**
 * Feeds that change orders after they were billed. A consignment costs 3.26, and 2.00 for all further parcels; by
 * weight 5.00 up to 2 kg.
 */

const { invoices } = contract
const today = dayOf(new Date())
const monday = addDays(today, -weekday(today) - 7)

let of: AccountPortal
beforeAll(async () => {
  of = await AccountPortal.open()
  const { testDatabase: on } = of.portal
  await makeSku(on, { client: 'ZED', code: 'ANVIL' })
  await on.asOwner(`update skus set weight = 1500 where sku_code = 'ANVIL'`)
  const costing = { fromParcel: 1, baseCost: 0, incrementalCost: 0, incrementStart: 0, increment: 0 }
  const band = { chargeID: 'B1', from: 0, to: 2000, effectiveFrom: null, effectiveBetween: null }
  const upTo2Kg = { ...band, baseCost: 50_000, incrementalCost: 0, incrementStart: 0, increment: 0 }
  await makeRuleBook(on, 'ZED', [
    carrierItem('OSP', { name: 'Osprey' }),
    methodItem('OSP-W', 'OSP', 0, {
      carrierService: 'By weight',
      methodDescription: 'By weight',
      pricing: {
        pricingMethod: 'By Weight Matrix',
        primaryCosting: { ...costing, costingMatrix: [upTo2Kg] },
        secondaryCosting: null,
      },
    }),
  ])
  await on.asOwner(`update rule_books set published_at = '2026-01-01'`)
})
afterAll(() => of.close())

/** Feeds despatches of an order of ZED that left on the day. */
async function feed(header: string, ...rows: string[]): Promise<void> {
  const columns = `orderNumber,trackingNumber,carrier,despatchedAt,${header}`
  const answer = await fetch(`${of.portal.url}/api/feeds/despatches`, {
    method: 'POST',
    headers: { access_token: of.operator.token, client: 'ZED', 'content-type': 'text/csv' },
    body: `${[columns, ...rows].join('\n')}\n`,
  })
  expect(await answer.json()).toMatchObject({ summary: { refused: 0 } })
}
/** Makes an order of ZED without despatched parcels. */
async function order(name: string): Promise<string> {
  await of.order('ZED', name, [`${name}X0`], monday)
  await of.portal.testDatabase.asOwner('delete from parcels where order_number = $1', [name])
  return name
}
/** The accruals of parcels of ZED, by their numbers. */
async function accrued(...numbers: string[]): Promise<(string | null | undefined)[]> {
  const query = { carriercode: 'OSP', week: monday, clientCode: 'ZED' }
  const { body } = await of.portal.call(invoices.requiredParcels, { query }, of.operator)
  return numbers.map((number) => body.parcels.find(({ trackingNumber }) => trackingNumber === number)?.cost)
}

test('a row is judged again after another parcel of its consignment arrives', async () => {
  const name = await order('LATE1')
  await of.order('ZED', name, ['LATE1X1'], monday)
  const bill = await of.bill('L-1', [{ order: name, items: 2, base: 5.26, shipped: monday }], {
    day: today,
    row: 'consignment',
  })
  expect(await of.judged(bill)).toEqual(['Overcharged 3.26'])
  await of.order('ZED', name, ['LATE1X2'], monday)
  await judgeChangedOrders(of.portal.database)
  expect(await of.judged(bill)).toEqual(['Matched 5.26'])
  expect(await accrued('LATE1X1', 'LATE1X2')).toEqual([undefined, undefined])
})

test.each([
  ['its weight', 'FILL00001', 'carrierService,weight', 'By weight,', 'By weight,1.8'],
  ['its service and weight', 'FILL00002', 'carrierService,weight', ',', 'By weight,1.8'],
  ['its contents', 'FILL00003', 'carrierService,SKU,quantity', 'By weight,,', 'By weight,ANVIL,1'],
])('a parcel and its open rows follow a later feed: %s', async (_what, name, header, first, later) => {
  const [open, billed] = [await order(`${name}A`), await order(`${name}B`)]
  const say = (number: string, rest: string) => feed(header, `${number},${number}X1,OSP,${monday},${rest}`)
  await say(open, first)
  expect(await accrued(`${open}X1`)).toEqual([null])
  await say(open, later)
  expect(await accrued(`${open}X1`)).toEqual(['5.00'])

  await say(billed, first)
  const bill = await of.bill(`F-${name}`, [{ tracking: `${billed}X1`, base: 5, shipped: monday }], { day: today })
  expect(await of.judged(bill)).toEqual(['Not judged null'])
  await say(billed, later)
  await judgeChangedOrders(of.portal.database)
  expect(await of.judged(bill)).toEqual(['Matched 5.00'])
})
