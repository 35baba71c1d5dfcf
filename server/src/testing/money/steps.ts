import type { Bill, Currency, Despatch, Leg, Row, Tables } from './history.ts'

/** Short functions that write steps. */

type Amounts = Pick<Row, 'base' | 'fuel' | 'remoteArea' | 'handling' | 'credit' | 'tax' | 'daysLate'>

export const leaves = (order: string, options: Partial<Omit<Despatch, 'do' | 'order'>> = {}): Despatch => ({
  do: 'despatch',
  order,
  client: order.slice(0, 1),
  service: 'Kite Day',
  grams: [1000],
  day: 0,
  ...options,
})

const row =
  (by: Row['by'], leg: Leg) =>
  (about: string, amounts: Amounts): Row => ({ about, by, leg, ...amounts })
/** A row that names the parcel or consignment by its number, or only by our reference. */
export const bills = row('number', 'outbound')
export const billsByReference = row('reference', 'outbound')
export const corrects = row('number', 'adjustment')
export const billsReturn = row('number', 'return')
export const billsUnknown = (amounts: Amounts) => row('nothing', 'outbound')('', amounts)
export const billsFee = (amounts: Amounts) => row('nothing', 'outbound')('the invoice', amounts)
export const billsSalesOrder = (salesOrder: string, items: number, about: string, base: number): Row => ({
  ...row('sales order', 'outbound')(about, { base }),
  salesOrder,
  items,
})

const invoice =
  (carrier: Bill['carrier']) =>
  (name: string, rows: readonly Row[], options: { day?: number; currency?: Currency } = {}): Bill => ({
    do: 'bill',
    invoice: name,
    carrier,
    day: options.day ?? 7 + Number(name.slice(1)),
    currency: options.currency ?? 'GBP',
    rows,
  })
export const kite = invoice('Kite')
export const osprey = invoice('Osprey')
export const royalMail = invoice('Royal Mail')

/** Tables without fuel and tolerance, for the smallest histories. */
export const PLAIN_TABLES: Tables = {
  clients: [
    {
      name: 'A',
      currency: 'GBP',
      services: [
        { carrier: 'Kite', name: 'Kite Day', for: 'STANDARD', first: 320, further: 240 },
        { carrier: 'Kite', name: 'Kite Dear', for: 'STANDARD', first: 440, further: 440 },
        {
          carrier: 'Kite',
          name: 'Kite Weight',
          for: 'NEXT DAY',
          bands: [
            {
              upToGrams: 2e3,
              price: 360,
            },
            {
              upToGrams: 3e4,
              price: 840,
            },
          ],
        },
        { carrier: 'Osprey', name: 'Osprey Freight', for: 'NAMED DAY', first: 520, further: 280 },
      ],
    },
    {
      name: 'R',
      currency: 'GBP',
      services: [
        { carrier: 'Royal Mail', name: 'Tracked 24', for: 'STANDARD', first: 280, further: 280 },
        { carrier: 'Kite', name: 'Kite Day', for: 'NEXT DAY', first: 360, further: 200 },
      ],
    },
    {
      name: 'E',
      currency: 'EUR',
      services: [
        { carrier: 'Kite', name: 'Kite Day', for: 'STANDARD', first: 400, further: 300 },
        { carrier: 'Osprey', name: 'Osprey Freight', for: 'NAMED DAY', first: 600, further: 350 },
      ],
    },
  ],
  terms: { fuelPercent: 0, remoteArea: 200, tolerance: 0, toleranceOfInvoice: 0 },
}
