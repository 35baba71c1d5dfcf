import type { BilledDetail } from '@despatch/domain/invoices/invoice'
import type { DespatchedConsignment, RowFacts } from '@despatch/domain/invoices/judging/facts'
import { judge } from '@despatch/domain/invoices/judging/judge'
import { billByDue, inEqualShares } from '@despatch/domain/invoices/sales-orders/bill-by-due'
import { minorUnitOf } from '@despatch/domain/money/minor-units'
import type { DetailToJudge, JudgedInvoice } from '../judging/facts-of-detail.ts'
import { orderName } from './load-consignments.ts'
import type { Rules } from './load-rules.ts'
import { type DetailMatches, orderOf } from './match-details.ts'

type Spread = {
  details: readonly BilledDetail[]
  found: readonly DetailMatches[]
  consignments: ReadonlyMap<string, readonly DespatchedConsignment[]>
}
const NOTHING: RowFacts = { match: { kind: 'none', why: 'unknown' }, earlier: [] }

/**
 * Bills parcels of a spread sales order at their expected cost, and the difference once. Returns other invoices
 * unchanged.
 */
export function billSpreadByDue(
  rules: Rules,
  { bills, carrier, account, currency, day }: JudgedInvoice,
  { details, found, consignments }: Spread,
): readonly BilledDetail[] {
  if (bills !== 'sales orders') return details
  return details.map((detail, index) => {
    const parcels = (found[index]?.parcels ?? []).map((one): RowFacts => {
      const [order] = orderOf(one)
      const number = one.kind === 'parcel' ? one.parcel.trackingNumber : ''
      for (const consignment of (order && consignments.get(orderName(order))) ?? []) {
        const at = consignment.parcels.findIndex(({ trackingNumber }) => trackingNumber === number)
        if (at >= 0) return { ...NOTHING, match: { kind: 'parcel', consignment, index: at } }
      }
      return NOTHING
    })
    if (parcels.length === 0 || parcels.some(({ match }) => match.kind !== 'parcel')) return detail
    const rateOf = (from: string) => rules.rateBetween(from, currency, day)
    return billByDue(
      detail,
      judge(detail, { carrier, account, currency, rateOf, parcels, own: NOTHING }, rules.rules).parcels,
    )
  })
}

/**
 * Does the same for details that are judged again: the row with the difference follows the parcels' present expected
 * cost, unless someone has decided on some of the rows.
 */
export function billAgainByDue(
  rules: Rules,
  invoice: JudgedInvoice,
  { details, consignments }: { details: readonly DetailToJudge[]; consignments: Spread['consignments'] },
): DetailToJudge[] {
  return details.map((one) => {
    const { detail, found, rows, decided } = one
    const hasOwn = detail.parcels.length > 0 && rows.length > detail.parcels.length
    if (invoice.bills !== 'sales orders' || !hasOwn || decided) return one
    const [shared] = billSpreadByDue(rules, invoice, {
      details: [inEqualShares(detail, minorUnitOf(invoice.currency))],
      found: [found],
      consignments,
    })
    return { ...one, detail: shared ?? detail }
  })
}
