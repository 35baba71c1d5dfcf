import type { Day } from '../../../calendar/day.ts'
import type { Cost } from '../../../routing/prices/costing.ts'
import { ROYAL_MAIL } from '../../column-mapping/royal-mail.ts'
import { type Carriage, pricesOf, toPenny } from '../carriage.ts'
import { dayFirst, kilograms, money, type PrintedFile, vatOf } from './paper.ts'
import { rowOf } from './row-of.ts'

const HEADER = ROYAL_MAIL.header ?? []
/** The upper limits of price bands, in grams. */
const STEPS = [100, 250, 500, 750, 1000, 2000, 5000, 10_000, 15_000, 20_000, 30_000]

/** `grams` are those of all despatched parcels. */
type Order = { readonly first: Carriage; readonly price: Cost; items: number; parcels: number; grams: number }

/** The number of items billed on the first sales orders that never left. */
export type RoyalMailFaults = { readonly surplus: number }

/**
 * Royal Mail's report: two header rows, a row for each sales order with the items of a day, class of mail, country
 * and weight band, and an overall result. Each item has its own price; the item weight is the average of its line.
 */
export function printRoyalMail(
  carriages: readonly Carriage[],
  head: { readonly number: string; readonly account: string; readonly day: Day } & RoyalMailFaults,
): PrintedFile {
  const orders = [...ordersOf(carriages).values()]
  for (const order of orders.slice(0, head.surplus)) order.items++
  const common = {
    'Invoice Number': head.number,
    'Invoice Date': dayFirst(head.day, '.'),
    'Account Number': head.account,
  }
  let total = 0
  const rows = orders.map(({ first, price, items, parcels, grams }, index) => {
    const net = price * items
    total += net
    const day = dayFirst(first.day, '.')
    return rowOf(HEADER, {
      ...common,
      'Confirmation Date': [day, day],
      'Sales Order No.': `${head.number}${String(index + 1).padStart(4, '0')}`,
      'Destination Country Code': first.country,
      'Product Code': 'TPN',
      'Class of Mail': first.service,
      Volume: String(items),
      'Item Weight': kilograms(Math.round(grams / parcels)),
      Surcharge: '0.00',
      'Net Value': money(net),
      'Tax Amount': money(vatOf(net)),
      'Gross Value': money(net + vatOf(net)),
      'Green Surcharge': '0.00',
      'Peak Surcharge': '0.00',
    })
  })
  const result = rowOf(HEADER, { 'Confirmation Date': ['Overall Result', ''], 'Net Value': money(total) })
  return {
    name: `royal-mail-${head.number}.csv`,
    delimiter: ',',
    rows: [['Sales Order'], [...HEADER], ...rows, result],
  }
}

function ordersOf(carriages: readonly Carriage[]): Map<string, Order> {
  const orders = new Map<string, Order>()
  for (const carriage of carriages) {
    const { day, service, country, parcels } = carriage
    const prices =
      pricesOf(
        carriage,
        parcels.map(({ grams }) => grams),
      ) ?? []
    for (const [index, { grams }] of parcels.entries()) {
      const price = prices[index]
      if (price === undefined) continue
      const step = STEPS.findIndex((most) => grams <= most)
      const key = `${day} ${service} ${country} ${step} ${price}`
      const order = orders.get(key)
      if (order) {
        order.items++
        order.parcels++
        order.grams += grams
      } else orders.set(key, { first: carriage, price: toPenny(price), items: 1, parcels: 1, grams })
    }
  }
  return orders
}
