import { costText } from '../routing/allocation/units.ts'
import type { Cost } from '../routing/prices/costing.ts'
import { formatMoney } from '../money/money.ts'
import type { Verdict } from './invoice.ts'
import type { NotJudgedReason, Reason } from './judging/reasons.ts'

/** One step of why a row is expected to cost what it does. The amount is a decimal text; '' where the step adds none. */
export type ReasonStep = { readonly title: string; readonly text: string; readonly amount: string }

const NOT_JUDGED: Readonly<Record<NotJudgedReason, string>> = {
  'no price': 'No price of this service was in force on its day',
  'several methods': 'The client has several methods that it may have travelled with',
  'no weight': 'Nobody knows what the parcel weighs',
  'no rate': 'The invoice is in another currency, and no rate was given',
  duties: 'Duties and taxes of customs are not reckoned',
  'no return price': 'No price for returns is contracted',
}

const kilograms = (grams: number) => `${grams / 1000} kg`
const WEIGHT_FROM = {
  despatched: 'as despatched',
  planned: 'as planned from its products',
  size: 'by its size',
} as const

/** A verdict in a sentence: what was looked for, or what is missing to judge. Empty where the verdict says it all. */
export function verdictText(verdict: Verdict, reasons: readonly Reason[], currency: string): string {
  const telling = reasons.find(({ kind }) => VERDICT_KINDS.includes(kind))
  if (telling) return stepOf(telling, currency).text
  if (verdict === 'Not found') return 'No parcel, consignment or order of ours has its number'
  return ''
}
const VERDICT_KINDS: readonly Reason['kind'][] = ['not found', 'not despatched', 'already billed', 'not judged']

/** The steps from nothing to what is billed, in the order in which they were worked out. */
export function reasonSteps(reasons: readonly Reason[], currency: string): ReasonStep[] {
  return reasons.map((reason) => stepOf(reason, currency))
}

type Money = (cost: Cost) => string
type Steps = {
  readonly [Kind in Reason['kind']]: (reason: Extract<Reason, { kind: Kind }>, money: Money) => ReasonStep
}

function stepOf(reason: Reason, currency: string): ReasonStep {
  const make = STEPS[reason.kind] as (reason: Reason, money: Money) => ReasonStep
  return make(reason, (cost) => (currency === '' ? costText(cost) : formatMoney(costText(cost), currency)))
}

const step = (title: string, text: string, amount?: Cost): ReasonStep => ({
  title,
  text,
  amount: amount === undefined ? '' : costText(amount),
})

const STEPS: Steps = {
  'not found': ({ why }) =>
    why === 'unknown'
      ? step('Not found', 'No parcel, consignment or order of ours has its number')
      : step('Not found', 'Parcels of several clients have its number'),
  'not despatched': ({ orderNumber }) =>
    step('Not despatched', `Order ${orderNumber} is known, but no parcel of it left with this carrier`),
  'already billed': ({ invoiceNumber, line }) =>
    step('Already billed', `Billed before on invoice ${invoiceNumber}, line ${line}`),
  'not judged': ({ why, detail }) => step('Not judged', NOT_JUDGED[why] + (detail ? `: ${detail}` : '')),
  price: (reason, money) =>
    step(
      'Price',
      `${reason.method} on ${reason.day}, by version ${reason.version} of the rule book; its prices were set in version ${reason.setIn} by ${reason.setBy}. Parcel ${reason.place} of ${reason.of}: ${money(reason.upTo)} with it, ${money(reason.before)} without it`,
      reason.upTo - reason.before,
    ),
  'weight used': ({ grams, from, divisor }) =>
    step(
      'Weight',
      `${kilograms(grams)} ${WEIGHT_FROM[from]}${divisor === null ? '' : ' (a volumetric divisor is agreed)'}`,
    ),
  'our change': ({ thought, expected, decidedMethod, decidedVersion, because }, money) =>
    step(
      'Our change',
      `Routing thought ${money(thought)} with ${decidedMethod} by version ${decidedVersion}; ${money(expected)} is expected now (${because})`,
      expected - thought,
    ),
  spread: () => step('Spread', 'The amount of the consignment is spread over its parcels'),
  'billed whole': () =>
    step('Billed whole', 'The consignment is billed in one row, which bears the amounts of this one'),
  sum: ({ rows }) => step('Sum', `What its ${rows} rows come to`),
  service: ({ billed, despatched, method, amount }) =>
    step(
      'Service',
      `Billed as ${billed}, despatched as ${despatched}${method === null ? '; no such service is contracted' : ''}`,
      amount,
    ),
  number: ({ billed, despatched, amount }) =>
    step('Number of parcels', `${billed} billed, ${despatched} despatched`, amount),
  weight: ({ billed, used, from, isSizeUnagreed, amount }) =>
    step(
      'Weight or size',
      `${kilograms(billed)} billed, ${kilograms(used)} ${WEIGHT_FROM[from]}${isSizeUnagreed ? '; no volumetric divisor is agreed, so the size cannot be disputed' : ''}`,
      amount,
    ),
  'price differs': ({ billed, expected }, money) =>
    step('Price', `${money(billed)} billed, ${money(expected)} by the price`, billed - expected),
  rounding: ({ amount, lines }) => step('Rounding', `At most a penny for each of ${lines} billed lines`, amount),
  tolerance: ({ beyond }) =>
    beyond === ''
      ? step('Tolerance', 'The row and each of its charges are within tolerance')
      : step('Tolerance', `Beyond tolerance: ${beyond}`),
  'agreed charge': ({ text, by, from, expected, billed }, money) =>
    step(text, `Agreed by ${by} from ${from}: ${money(expected)} expected, ${money(billed)} billed`, expected),
  'not agreed': ({ text, code, category, billed }) =>
    step('Charges', `Nobody agreed ${text || code} (${category})`, billed),
  'not returned': ({ text, billed }) => step('Charges', `${text} is billed, but the parcel did not come back`, billed),
  correction: ({ category, earlier, due, billed, expected }, money) =>
    step(
      'Correction',
      `${category}: ${money(earlier)} billed before, ${money(due)} due in all, ${money(billed)} billed now`,
      expected,
    ),
}
