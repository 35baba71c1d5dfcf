import type { Day } from '@despatch/domain/calendar/day'
import type { BilledCharge, BilledDetail } from '@despatch/domain/invoices/invoice'
import type { ChargeCategory } from '@despatch/domain/routing/terms/charge-category'
import type { Duplicate } from '@despatch/domain/invoices/reading/stored-proof'
import { convert, convertExactly } from '@despatch/domain/routing/terms/amounts'
import { chargeKey } from '@despatch/domain/routing/terms/agreed-set'
import type { EarlierCharge, RowFacts, RowMatch } from '@despatch/domain/invoices/judging/facts'
import type { Problem } from '@despatch/domain/invoices/judging/reasons'
import { consignmentOf } from '@despatch/domain/invoices/judging/unit'
import { minorUnitOf } from '@despatch/domain/money/minor-units'
import type { Rules } from '../matching/load-rules.ts'
import { type AccountRow, rowKeyOf } from './accounts.ts'

/** Turns rows of an account into input for judging: their charges in the currency of the judged invoice. */
export function billedByRows(
  rows: readonly AccountRow[],
  match: RowMatch,
  invoice: { currency: string; day: Day },
  rules: Rules,
): Pick<RowFacts, 'earlier' | 'earlierProblem'> {
  if (rows.length === 0) return { earlier: [] }
  const client = consignmentOf(match)?.client
  let earlierProblem: Problem | undefined
  const earlier = rows.flatMap(({ charges, covers, invoiceNumber, line, leg, shipmentDay, ...row }) => {
    const into = conversion(row, client, invoice, rules)
    if (typeof into === 'string') earlierProblem ??= { why: 'no rate', detail: into }
    return charges.map(({ code, text, category, net }): EarlierCharge => ({
      row: rowKeyOf(row),
      invoiceNumber,
      line,
      code,
      text,
      category,
      net: typeof into === 'string' ? net : into(net),
      leg,
      shipmentDay,
      ...(covers.length > 0 && { parcels: covers }),
    }))
  })
  return { earlier, ...(earlierProblem && { earlierProblem }) }
}

/**
 * Builds the conversion of a row's amounts into the currency of the judged invoice: into the client's currency at the
 * rate of the row's invoice day, and from there at the rate of the judged invoice's day.
 *
 * @returns the conversion, or text that names the missing rate
 */
function conversion(
  { currency, invoiceDay }: Pick<AccountRow, 'currency' | 'invoiceDay'>,
  client: string | undefined,
  invoice: { currency: string; day: Day },
  { rules, rateBetween }: Rules,
): ((net: number) => number) | string {
  const same = (net: number) => net
  const own = rules.books.currencyOf(client ?? '') ?? invoice.currency
  if (currency === '' || (currency === invoice.currency && currency === own)) return same
  const [then, now] = [rateBetween(own, currency, invoiceDay), rateBetween(own, invoice.currency, invoice.day)]
  if (currency === invoice.currency && then === now) return same
  const first = currency === own ? null : rateBetween(currency, own, invoiceDay)
  if (currency !== own && first === null) return `${currency} ${own}`
  if (invoice.currency !== own && now === null) return `${own} ${invoice.currency}`
  const penny = minorUnitOf(invoice.currency)
  return (net) => convert(convertExactly(net, first), invoice.currency === own ? null : now, penny)
}

/**
 * Whether rows, net of credits, bill an outbound parcel: for its base if `charges` bill one, otherwise for the same
 * charges.
 */
export function isBilledFor(
  rows: readonly AccountRow[],
  trackingNumber: string,
  charges: readonly BilledCharge[],
): boolean {
  const kindOf = (category: ChargeCategory) => (category === 'discount' ? 'base' : category)
  const kinds = new Set(charges.map(({ category }) => kindOf(category)))
  const isMeant = (category: ChargeCategory) =>
    (kinds.has('base') ? 'base' : category) === kindOf(category) && kinds.has(kindOf(category))
  let net = 0
  for (const row of rows)
    if (row.leg !== 'return' && row.covers.includes(trackingNumber))
      for (const charge of row.charges) if (isMeant(charge.category)) net += charge.net
  return net > 0
}

/** The charges of an outbound row that earlier outbound rows have billed under the same code. */
export function duplicatesOf(
  {
    charges,
    trackingNumber,
    consignmentNumber,
  }: Pick<BilledDetail, 'charges' | 'consignmentNumber'> & { trackingNumber: string },
  rows: readonly AccountRow[],
): Duplicate[] {
  const before = rows.filter(({ leg }) => leg === 'outbound')
  if (before.length === 0) return []
  const what = trackingNumber === '' ? `consignment ${consignmentNumber}` : `parcel ${trackingNumber}`
  return charges.flatMap((charge) => {
    if (charge.net <= 0) return []
    const same = before.find((row) => row.charges.some((one) => one.net > 0 && chargeKey(one) === chargeKey(charge)))
    if (!same) return []
    return [
      {
        what: `${charge.text || charge.code} of ${what} on line ${charge.line}: invoice ${same.invoiceNumber} billed it on line ${same.line}`,
        filename: same.filename,
        summaryID: String(same.invoiceId),
      },
    ]
  })
}
