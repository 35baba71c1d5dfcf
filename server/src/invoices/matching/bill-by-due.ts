import type { BilledDetail } from '@despatch/domain/invoices/invoice'
import type { DespatchedConsignment, RowFacts } from '@despatch/domain/invoices/reconciliation/facts'
import { judge } from '@despatch/domain/invoices/reconciliation/judge'
import { billByDue } from '@despatch/domain/invoices/sales-orders/bill-by-due'
import type { JudgedInvoice } from '../reconciliation/judge-details.ts'
import { orderName } from './load-consignments.ts'
import type { Rules } from './load-rules.ts'
import { type FoundDetail, orderOf } from './match-details.ts'

type Spread = {
  details: readonly BilledDetail[]
  found: readonly FoundDetail[]
  consignments: ReadonlyMap<string, readonly DespatchedConsignment[]>
}
const NOTHING: RowFacts = { match: { kind: 'none', why: 'unknown' }, earlier: [] }

/** Sales orders that were spread over parcels, with what each parcel should cost, and the difference once. Other invoices as they are. */
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
    const matches = parcels.flatMap(({ match }) => (match.kind === 'parcel' ? [match.consignment.client] : []))
    if (matches.length === 0 || matches.length < parcels.length) return detail
    const rate = rules.rateTo(matches[0], currency, day)
    return billByDue(
      detail,
      judge(detail, { carrier, account, currency, rate, parcels, own: NOTHING }, rules.rules).parcels,
    )
  })
}
