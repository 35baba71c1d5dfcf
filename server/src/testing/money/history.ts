/**
 * The language of histories: what clients, carriers and the operator do, step by step. Amounts are whole pence or
 * cents. Steps refer to names, so that any step can be left out: a step about something that does not exist does
 * nothing.
 */

/** Kite bills by parcel, Osprey by consignment (and is paid in full during disputes), Royal Mail by sales order. */
export const CARRIERS = ['Kite', 'Osprey', 'Royal Mail'] as const
export type Carrier = (typeof CARRIERS)[number]

/** A carrier's prices for a client: for the first and each further parcel, or by the weight of the consignment. */
export type Service = {
  readonly carrier: Carrier
  readonly name: string
  /** The service that orders request. Of several for the same request, the cheapest is allocated. */
  readonly for: 'STANDARD' | 'NEXT DAY' | 'NAMED DAY'
} & (
  | { readonly first: number; readonly further: number }
  | { readonly bands: readonly { readonly upToGrams: number; readonly price: number }[] }
)

/** Prices are in the client's currency. */
export type Client = { readonly name: string; readonly currency: Currency; readonly services: readonly Service[] }
export type Currency = 'GBP' | 'EUR'

/** Agreements beside the prices, in pounds: fuel always, on the base; the remote area if it is billed. */
export type Terms = {
  readonly fuelPercent: number
  readonly remoteArea: number
  /** The allowed difference of a row, and of all rows of an invoice together. */
  readonly tolerance: number
  readonly toleranceOfInvoice: number
}

export type Tables = { readonly clients: readonly Client[]; readonly terms: Terms }

export type Leg = 'outbound' | 'return' | 'adjustment'

/**
 * A row of an invoice. It names a parcel ('A1/2'), a consignment ('A1'), something unknown (''), or the whole
 * invoice.
 */
export type Row = {
  readonly about: string
  /** How the carrier names it: by its number, only by our reference, or (if unknown) by a number of its own. */
  readonly by: 'number' | 'reference' | 'sales order' | 'nothing'
  readonly leg: Leg
  readonly base?: number
  readonly fuel?: number
  readonly remoteArea?: number
  /** A charge without an agreement. */
  readonly handling?: number
  /** A credit without a category. */
  readonly credit?: number
  readonly tax?: number
  /** For a sales order: its number, and how many items of the consignment's day and service it bills. */
  readonly salesOrder?: string
  readonly items?: number
  /** The days between the despatch and the stated day of shipment. */
  readonly daysLate?: number
}

export type Despatch = {
  readonly do: 'despatch'
  /** The order, which is the consignment: 'A1'. Its parcels are 'A1/1', 'A1/2' ... in order of despatch. */
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

/** Describes a step for people who read a failure. */
export function describeStep(step: Step): string {
  if (step.do === 'post') return 'post'
  if (step.do === 'despatch') {
    const { order, client, service, grams, day } = step
    return `despatch ${order} of ${client} by ${service} on day ${day}: ${grams.join(' g, ')} g`
  }
  if (step.do === 'bill') {
    const rows = step.rows.map((row, index) => `\n      ${index + 1}. ${describeRow(row)}`).join('')
    return `${step.carrier} bills ${step.invoice} of day ${step.day} in ${step.currency}${rows}`
  }
  const { do: act, invoice, ...rest } = step
  return `${act} of ${invoice} ${Object.entries(rest)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')}`.trimEnd()
}

function describeRow({ about, by, leg, daysLate, salesOrder, items, ...amounts }: Row): string {
  const parts = Object.entries(amounts).map(([name, pence]) => `${name} ${(pence / 100).toFixed(2)}`)
  const late = daysLate ? `, shipped ${daysLate} days later` : ''
  const order = salesOrder ? ` ${salesOrder}, ${items ?? 1} items` : ''
  return `${about || 'nothing known'} by ${by}${order}${leg === 'outbound' ? '' : `, ${leg}`}: ${parts.join(', ')}${late}`
}
