import { dayOf, formatDayShort } from '../../calendar/day.ts'
import { decimalsOf } from '../../money/minor-units.ts'
import { moneyText, withMinus } from '../../money/money.ts'
import { listLabel, parcelText, weightLabel } from '../../routing/allocation/decision-labels.ts'
import type { Cost } from '../../routing/prices/costing.ts'
import { bandText } from '../../routing/prices/price-text.ts'
import { unknownText } from '../../routing/terms/conditions.ts'
import type { NotJudgedReason, PriceRowUsed, Reason, Unchecked, WeightSource } from './reasons.ts'
import type { Allowance } from './rules.ts'
import { type AgreedAmount, ONE_PERCENT } from '../../routing/terms/agreed-charge.ts'

/** Names for the sentences. */
export type ReasonNames = {
  /** The name of the invoice's carrier. */
  readonly carrier: string
  /** ISO codes: of the invoice, and of the client's prices. */
  readonly currency: string
  readonly priceCurrency: string
  /** The description of a method, by its id. */
  readonly method: (clientMethodID: string) => string
}

type Of<Kind extends Reason['kind']> = Extract<Reason, { kind: Kind }>

/** Writes a reason as one or two sentences. */
export function reasonText(reason: Reason, telling: ReasonNames): string {
  const { carrier, currency } = telling
  const money = (cost: Cost) => currencyText(cost, currency)
  switch (reason.kind) {
    case 'not found':
      return reason.why === 'unknown'
        ? 'We couldn’t find a despatched parcel, consignment or order with this number.'
        : 'Parcels of several clients have this number. Choose the client.'
    case 'not despatched':
      return `Order ${reason.orderNumber} has no parcel despatched with ${carrier}.`
    case 'already billed':
      return `Already billed on invoice ${reason.invoiceNumber}, line ${reason.line}.`
    case 'not judged':
      return notJudgedText(reason.why, reason.detail, telling)
    case 'price':
      return priceText(reason, telling)
    case 'weight used':
      return `${weightLabel(reason.grams)} counts, ${SOURCE[reason.from]}.`
    case 'service':
      return serviceText(reason, telling)
    case 'number':
      return `${carrier} billed ${parcelText(reason.billed)}; ${parcelText(reason.despatched)} ${reason.despatched === 1 ? 'was' : 'were'} despatched. ${differenceText(reason.amount, currency)}`
    case 'weight':
      return weightText(reason, telling)
    case 'price differs':
      return `${carrier} billed a price of ${money(reason.billed)}; ${money(reason.expected)} is agreed.`
    case 'agreed charge':
      return agreedText(reason, telling)
    case 'not agreed':
      return `${carrier} billed ${money(reason.billed)} for '${reason.text || reason.code}', which is not agreed${reason.isElsewhere ? ' for this parcel' : ''}.`
    case 'not checked':
      return `${carrier} billed ${money(reason.billed)} for '${reason.text || reason.code}'. ${uncheckedText(reason.unknown)}, so it is not checked.`
    case 'not returned':
      return `${carrier} billed ${money(reason.billed)} for '${reason.text}', but the parcel was not returned.`
    case 'rounding':
      return `${money(Math.abs(reason.amount))} is rounding.`
    case 'spread':
      return `${carrier} spreads the cost over the parcels differently. Their total is checked.`
    case 'billed whole':
      return `${carrier} bills all parcels of the consignment in one amount. See the consignment.`
    case 'correction':
      return correctionText(reason, telling)
    case 'settles':
      return `${money(-reason.amount)} of this credit settles dispute ${reason.dispute}.`
    case 'tolerance':
      return toleranceText(reason, telling)
    case 'our change':
      return ourChangeText(reason, telling)
    case 'sum':
      return reason.causes.length === 0
        ? `The sum of ${reason.rows} rows.`
        : `The sum of ${reason.rows} rows, which differ by ${listLabel(reason.causes)}.`
  }
}

const formats = new Map<string, Intl.NumberFormat>()

/** '£12.345', '¥400': with the decimals of the currency, or as many more as needed. */
export function currencyText(cost: Cost, currency: string): string {
  let format = formats.get(currency)
  if (!format) {
    const options = { minimumFractionDigits: decimalsOf(currency), maximumFractionDigits: 4 }
    format = new Intl.NumberFormat('en-GB', { style: 'currency', currency, ...options })
    formats.set(currency, format)
  }
  return withMinus(format.format(moneyText(BigInt(cost)) as Intl.StringNumericLiteral))
}

const SOURCE: Readonly<Record<WeightSource, string>> = {
  despatched: 'as despatched',
  planned: 'as planned, because the warehouse gave no weight',
  size: 'by its size and the agreed volumetric divisor',
}

const MISSING: Readonly<Record<NotJudgedReason, (detail: string) => string>> = {
  'no price': (detail) => `It has no price. ${detail}`,
  'several methods': (detail) => `The method is unknown, and several match${detail && `: ${detail}`}.`,
  'no weight': (detail) => `The weight of parcel ${detail} is not known.`,
  'no rate': (detail) =>
    detail.endsWith(' ')
      ? 'The invoice has no currency.'
      : `An exchange rate is missing: ${detail.replace(/\.$/, '').replace(' ', ' to ')}.`,
  duties: (detail) => `Duties can’t be checked: '${detail}'.`,
  'unknown condition': (detail) => `We don’t know whether '${detail}' is agreed for this parcel.`,
  'no return price': (detail) => `No price is agreed for returns: '${detail}'.`,
}

function uncheckedText(unknown: Unchecked): string {
  if (unknown === 'duties') return 'Duties are not agreed'
  if (unknown === 'no return price') return 'No price is agreed for returns'
  return `It is agreed for some parcels, but ${unknownText(unknown)} is unknown`
}

function notJudgedText(why: NotJudgedReason, detail: string, { carrier }: ReasonNames): string {
  return `We couldn’t calculate what ${carrier} may bill. ${MISSING[why](detail)}`.trim()
}

function priceText(reason: Of<'price'>, { priceCurrency }: ReasonNames): string {
  const { isEach = false, place, of, upTo, before, method, rows } = reason
  const cost = currencyText(upTo - before, priceCurrency)
  const which = of === 1 ? 'The parcel' : `Parcel ${place} of ${of}`
  const by = listLabel(rows.map((row) => priceRowText(row, reason.pricingMethod)))
  const own = isEach && of > 1 ? ' by its own weight' : ''
  return `${which} costs ${cost}${own} with ${method}, by ${by || 'its price'}.${enteredText(reason)}`
}

/**
 * For example ' The price was entered on 28 Nov 2026 by Ann, in carrier rules version 7, and applies from 1 Nov
 * 2026.'
 */
function enteredText({ entered, setIn, setBy }: Of<'price'>): string {
  const on = entered ? ` on ${formatDayShort(dayOf(new Date(entered.at)))}` : ''
  const who = setBy === '' ? '' : ` by ${setBy}`
  const where = setIn === null ? '' : `${on || who ? ',' : ''} in carrier rules version ${setIn}`
  if (on + who + where === '') return ''
  const evaluateConditions = entered
    ? `${where ? ',' : ''} and applies ${entered.holdsFrom === null ? 'to every day' : `from ${formatDayShort(entered.holdsFrom)}`}`
    : ''
  return ` The price was entered${on}${who}${where}${evaluateConditions}.`
}

/** For example 'price row C3 (above 10 kg up to 15 kg, since 1 Oct 2026)'. */
function priceRowText(row: PriceRowUsed, method: Of<'price'>['pricingMethod']): string {
  if (row.chargeID === '') return `the ${row.costing} price`
  const { effectiveFrom, effectiveBetween } = row
  const when = effectiveBetween
    ? `, ${formatDayShort(effectiveBetween.from)} to ${formatDayShort(effectiveBetween.to)}`
    : effectiveFrom
      ? `, since ${formatDayShort(effectiveFrom)}`
      : ''
  return `price row ${row.chargeID} (${bandText(method, row)}${when})`
}

function serviceText(
  { billed, despatched, method, amount }: Of<'service'>,
  { carrier, currency }: ReasonNames,
): string {
  const first = `${carrier} billed '${billed}'; ${despatched} was despatched.`
  if (method === null) return `${first} '${billed}' is not contracted, so all of the difference is its own.`
  return `${first} ${differenceText(amount, currency)}`
}

function weightText(reason: Of<'weight'>, { carrier, currency }: ReasonNames): string {
  const { billed, used, from, amount, row, isSizeUnagreed } = reason
  const was = from === 'planned' ? 'was planned' : from === 'size' ? 'counts by size' : 'was despatched'
  const first = `${carrier} billed ${weightLabel(billed)}; ${weightLabel(used)} ${was}.`
  const by = row && row.chargeID !== '' ? `By ${priceRowText(row, 'By Weight Matrix')}` : 'By the price'
  const makes = amount === 0 ? 'that makes no difference.' : `that makes ${differenceLabel(amount, currency)}.`
  const size = isSizeUnagreed ? ' No volumetric divisor is agreed, so the measured size can’t be disputed.' : ''
  return `${first} ${by} ${makes}${size}`
}

const differenceLabel = (amount: Cost, currency: string) =>
  `${currencyText(Math.abs(amount), currency)} ${amount < 0 ? 'less' : 'more'}`
const differenceText = (amount: Cost, currency: string) =>
  amount === 0 ? 'That makes no difference.' : `That makes ${differenceLabel(amount, currency)}.`

const percentText = (percent: number) => `${percent / ONE_PERCENT}%`

/** For example '12.5% of base' or '£0.35 a parcel'. */
export function agreedAmountText(amount: AgreedAmount, currency: string): string {
  if (amount.kind === 'percent') return `${percentText(amount.percent)} of ${listLabel(amount.of)}`
  const money = currencyText(amount.money, currency)
  const per = `${amount.per === 'invoice' ? 'an' : 'a'} ${amount.per === 'detail' ? 'consignment' : amount.per}`
  return amount.kind === 'minimum' ? `at least ${money} ${per}` : `${money} ${per}`
}

function agreedText(reason: Of<'agreed charge'>, { carrier, currency }: ReasonNames): string {
  const { text, amount, by, from, zone, billed, expected } = reason
  const where = zone === undefined ? '' : ` for ${/^zone\b/i.test(zone) ? zone : `zone ${zone}`}`
  const rule = `${text}: ${agreedAmountText(amount, currency)} is agreed${where} since ${formatDayShort(from)}${by ? ` (${by})` : ''}, which makes ${currencyText(expected, currency)}.`
  if (billed === expected) return rule
  return `${rule} ${carrier} billed ${billed === 0 ? 'nothing' : currencyText(billed, currency)}.`
}

function correctionText(reason: Of<'correction'>, { carrier, currency }: ReasonNames): string {
  const { category, earlier, due, billed, expected } = reason
  const money = (cost: Cost) => currencyText(cost, currency)
  if (category === 'credit')
    return `${carrier} had billed ${money(Math.max(0, earlier))} too much; of the credit of ${money(-billed)}, ${money(-expected)} corrects that.`
  const first = `For ${category}, ${carrier} had billed ${money(earlier)} where ${money(due)} is due.`
  return expected === billed
    ? `${first} The ${money(billed)} billed now corrects that.`
    : `${first} Of the ${money(billed)} billed now, ${money(expected)} corrects that.`
}

function toleranceText({ client, row, charge, beyond }: Of<'tolerance'>, { carrier, currency }: ReasonNames): string {
  const whose = client === null ? `The tolerance for ${carrier}` : `The tolerance for ${client} with ${carrier}`
  const rule = `${whose} is ${allowanceText(row, currency)} per row and ${allowanceText(charge, currency)} per charge.`
  if (beyond === '') return `${rule} This row is within it.`
  return `${rule} ${beyond === 'row' ? 'The row' : `'${beyond}'`} exceeds it.`
}

function allowanceText({ money, percent }: Allowance, currency: string): string {
  const parts = [
    ...(money === null ? [] : [currencyText(money, currency)]),
    ...(percent === null ? [] : [percentText(percent)]),
  ]
  return parts.length === 0 ? 'anything' : listLabel(parts)
}

function ourChangeText(reason: Of<'our change'>, { currency, method }: ReasonNames): string {
  const { because, thought, expected, decidedMethod, decidedVersion } = reason
  const first = `Routing expected ${currencyText(thought, currency)}; the expected cost is now ${currencyText(expected, currency)}.`
  const why = {
    carrier: `${method(decidedMethod)} was allocated, but the warehouse used another.`,
    price:
      decidedVersion === null
        ? 'Another price applies on the despatch date.'
        : `Carrier rules version ${decidedVersion} priced it, but another price applies on the despatch date.`,
    consignment: 'The despatched parcels differ from the plan.',
    terms: 'Other charges are agreed with the carrier for the despatch date.',
  }
  const parts = (reason.parts ?? []).map(
    (part) => `${part.text} ${currencyText(part.thought, currency)}, now ${currencyText(part.expected, currency)}`,
  )
  return [`${first} ${why[because]}`, ...(parts.length > 0 ? [`${parts.join('; ')}.`] : [])].join(' ')
}
