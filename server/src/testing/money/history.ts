/**
 * The language of histories: what clients, carriers and the operator do, one step after the other. Amounts are whole pence or
 * cents. Everything is named, so that a step can be left out: what names something that is not there does nothing.
 */

/** Kite bills by parcel, Osprey by consignment (and is paid what it bills while a dispute is open), Royal Mail by sales order. */
export const CARRIERS = ['Kite', 'Osprey', 'Royal Mail'] as const
export type Carrier = (typeof CARRIERS)[number]

/** What a carrier charges a client: for the first and each further parcel, or by the weight of the consignment. */
export type Service = {
  readonly carrier: Carrier
  readonly name: string
  /** What orders ask for that are sent by it. Of several services for the same the cheapest is allocated. */
  readonly for: 'STANDARD' | 'NEXT DAY' | 'NAMED DAY'
} & (
  | { readonly first: number; readonly further: number }
  | { readonly bands: readonly { readonly upToGrams: number; readonly price: number }[] }
)

/** Prices are in the client's currency. */
export type Client = { readonly name: string; readonly currency: Currency; readonly services: readonly Service[] }
export type Currency = 'GBP' | 'EUR'

/** What is agreed beside the prices, in pounds: fuel always, on the base; the remote area where it is billed. */
export type Terms = {
  readonly fuelPercent: number
  readonly remoteArea: number
  /** What a row, and the rows of an invoice together, may differ by. */
  readonly tolerance: number
  readonly toleranceOfInvoice: number
}

export type Tables = { readonly clients: readonly Client[]; readonly terms: Terms }

export type Leg = 'outbound' | 'return' | 'adjustment'

/** A row of an invoice. It names a parcel ('A1/2'), a consignment ('A1'), nothing that is known (''), or the whole invoice. */
export type Row = {
  readonly about: string
  /** How the carrier names it: by its number, by our reference alone, or (nothing known) by a number of its own. */
  readonly by: 'number' | 'reference' | 'sales order' | 'nothing'
  readonly leg: Leg
  readonly base?: number
  readonly fuel?: number
  readonly remoteArea?: number
  /** A charge that nobody agreed. */
  readonly handling?: number
  /** What is given back without saying of which charge. */
  readonly credit?: number
  readonly tax?: number
  /** Of a sales order: its number, and how many items of the day and service of the consignment it bills. */
  readonly salesOrder?: string
  readonly items?: number
  /** So many days after the parcel left is written as the day of shipment. */
  readonly daysLate?: number
}

export type Despatch = {
  readonly do: 'despatch'
  /** The order, which is the consignment: 'A1'. Its parcels are 'A1/1', 'A1/2' ... in the order in which they leave. */
  readonly order: string
  readonly client: string
  readonly service: string
  /** Of each parcel. */
  readonly grams: readonly number[]
  /** Days after the first day of the history. */
  readonly day: number
}
export type Bill = {
  readonly do: 'bill'
  readonly invoice: string
  readonly carrier: Carrier
  readonly day: number
  readonly currency: Currency
  readonly rows: readonly Row[]
}
type OfInvoice<Do extends string> = { readonly do: Do; readonly invoice: string }
type OfRow<Do extends string> = OfInvoice<Do> & { readonly row: number }

export type Step =
  | Despatch
  | Bill
  | OfRow<'accept row'>
  | (OfRow<'reject row'> & { readonly claim?: number })
  | OfRow<'undo row'>
  | (OfRow<'match row'> & { readonly parcel: string })
  | OfInvoice<'accept matched'>
  | OfInvoice<'accept invoice'>
  | OfInvoice<'reject invoice'>
  | OfInvoice<'send disputes'>
  | OfInvoice<'refuse disputes'>
  | OfInvoice<'write off disputes'>
  | OfInvoice<'judge again'>
  | { readonly do: 'post' }

export const consignmentOf = (about: string) => about.split('/')[0] ?? ''

/** A step in words, for people who read what failed. */
export function sayStep(step: Step): string {
  if (step.do === 'post') return 'post'
  if (step.do === 'despatch') {
    const { order, client, service, grams, day } = step
    return `despatch ${order} of ${client} by ${service} on day ${day}: ${grams.join(' g, ')} g`
  }
  if (step.do === 'bill') {
    const rows = step.rows.map((row, index) => `\n      ${index + 1}. ${sayRow(row)}`).join('')
    return `${step.carrier} bills ${step.invoice} of day ${step.day} in ${step.currency}${rows}`
  }
  const { do: act, invoice, ...rest } = step
  return `${act} of ${invoice} ${Object.entries(rest)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')}`.trimEnd()
}

function sayRow({ about, by, leg, daysLate, salesOrder, items, ...amounts }: Row): string {
  const parts = Object.entries(amounts).map(([name, pence]) => `${name} ${(pence / 100).toFixed(2)}`)
  const late = daysLate ? `, shipped ${daysLate} days later` : ''
  const order = salesOrder ? ` ${salesOrder}, ${items ?? 1} items` : ''
  return `${about || 'nothing known'} by ${by}${order}${leg === 'outbound' ? '' : `, ${leg}`}: ${parts.join(', ')}${late}`
}
