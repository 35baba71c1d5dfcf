import type { Exchange } from '../../routing/terms/amounts.ts'
import { isInMoney } from '../../routing/terms/charge-money.ts'
import type { CompiledRules } from '../judging/compiled-rules.ts'
import type { DespatchedConsignment, EarlierCharge } from '../judging/facts.ts'
import { expectedCost, laneOf, priceReasons, shippedOf } from '../judging/lane.ts'
import type { Problem, Reason } from '../judging/reasons.ts'
import type { AgreedCharge } from '../../routing/terms/agreed-charge.ts'
import { type Account, billedOf, duesByCategory, sumsOf } from './account.ts'
import { agreedDues } from '../../routing/terms/dues.ts'
import { unbilledDues } from './accrual.ts'
import { billedForOthers } from './consignment-charges.ts'
import { sharesOf } from './shares.ts'

/**
 * An account for display. `problem` says why the amount due is unknown, and then nothing is due; `reasons` explain
 * each amount due.
 */
export type ParcelAccount = Account & {
  readonly problem: Problem | null
  readonly reasons: readonly Reason[]
  readonly billings: readonly EarlierCharge[]
}

/**
 * The account of an outbound parcel in its client's currency: amounts due by category, and amounts billed, net of
 * credits. `billed` are the charges of all rows that cover parcels of its consignment, in that currency; `billings`
 * are the parcel's shares of them.
 */
export function parcelAccountOf(
  { consignment, index }: { consignment: DespatchedConsignment; index: number },
  billed: readonly EarlierCharge[],
  rules: CompiledRules,
  exchange: Exchange,
): ParcelAccount {
  const { carrier, client, day } = consignment
  const lane = laneOf(consignment, rules)
  const agreed = rules.terms.agreedOn(carrier, client, day, () => shippedOf(lane, [index], day))
  const billings = sharesOf(billed, [{ lane, index }], lane.penny)
  const found = new Set(billings.map((charge) => agreed.find(charge)))
  const base = expectedCost(lane, index)
  const unknownFor = (problem: Problem, known: readonly Reason[] = []): ParcelAccount => {
    const reasons = [...known, { kind: 'not judged', ...problem } as const]
    return { due: new Map(), billed: sumsOf(billings, agreed), problem, reasons, billings }
  }
  if (typeof base === 'object') return unknownFor(base)
  const { perhapsDue } = agreed
  if (perhapsDue) {
    const detail = perhapsDue.text || perhapsDue.code
    return unknownFor({ why: 'unknown condition', detail }, priceReasons(lane, index))
  }
  const isDue = (one: AgreedCharge) => one.when === 'always' || found.has(one)
  const isForeign = ({ currency }: AgreedCharge) => currency !== exchange.currency
  const unknown = agreed.inOrder.find(
    (one) => isDue(one) && isInMoney(one) && isForeign(one) && exchange.rateOf(one.currency) === null,
  )
  if (unknown) return unknownFor({ why: 'no rate', detail: `${unknown.currency} ${exchange.currency}` })
  const row = { agreed, covered: [{ lane, index }], earlier: billings, earlierOfConsignment: billed }
  const ofOthers = (one: AgreedCharge) => billedForOthers(one, [row], { ...exchange, rate: null })
  const unbilled = billed.length === 0 ? unbilledDues(consignment, rules, exchange)[index] : null
  const dues = unbilled?.dues ?? agreedDues({ base, isDue, ofOthers }, agreed, exchange)
  const due = duesByCategory(base, dues)
  const ofAgreed = dues.map(({ agreed: one, amount }) => agreedReason(one, agreed.zoneOf(one), amount))
  const reasons = [...priceReasons(lane, index), ...ofAgreed]
  return { due, billed: billedOf(billings, agreed, due), problem: null, reasons, billings }
}

const agreedReason = ({ id, text, amount, by, from }: AgreedCharge, zone: string | undefined, due: number): Reason => ({
  kind: 'agreed charge',
  agreedCharge: id,
  text,
  amount,
  by,
  from,
  zone,
  billed: due,
  expected: due,
})
