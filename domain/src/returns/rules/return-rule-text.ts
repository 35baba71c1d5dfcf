import { formatDayShort } from '../../calendar/day.ts'
import { formatMoney } from '../../money/money.ts'
import { sameName } from '../../text/same-name.ts'
import type { ConditionName } from './compile-returns-book.ts'
import type {
  CountedFrom,
  Destination,
  Exemption,
  Fault,
  LawCode,
  OutcomeName,
  PAYERS,
  Range,
  Resolution,
  ReturnAnswer,
  ReturnConditions,
  ReturnOutcomes,
  ReturnService,
} from './returns-book.ts'

/** Titles of the parts of a returns book. */

export const CONDITION_TITLES: Readonly<Record<ConditionName, string>> = {
  skus: 'SKU',
  categories: 'Category',
  countries: 'Country',
  regions: 'Region',
  customer: 'Customer',
  reasons: 'Reason',
  quantity: 'Quantity',
  lineValue: 'Line value',
  orderValue: 'Order value',
  earlierReturns: 'Earlier returns',
  serialNumbered: 'Serial number',
  deliveryException: 'Delivery exception',
  ordered: 'Ordered',
  days: 'Days',
}
export const OUTCOME_TITLES: Readonly<Record<OutcomeName, string>> = {
  answer: 'Answer',
  until: 'Until',
  fee: 'Fee',
  resolutions: 'Resolutions',
  options: 'Options',
  keep: 'Keep',
}
export const ANSWER_TITLES: Readonly<Record<ReturnAnswer | 'part', string>> = {
  allowed: 'Allowed',
  refused: 'Refused',
  review: 'Review',
  part: 'Partly allowed',
}
export const SINCE_TITLES: Readonly<Record<CountedFrom, string>> = {
  delivery: 'delivery',
  despatch: 'despatch',
  order: 'ordering',
}
export const RESOLUTION_TITLES: Readonly<Record<Resolution, string>> = { refund: 'Refund', exchange: 'Exchange' }
export const FAULT_TITLES: Readonly<Record<Fault, string>> = {
  shopper: 'Shopper',
  fit: 'Size or fit',
  retailer: 'Retailer',
  carrier: 'Carrier',
  warehouse: 'Warehouse',
}
export const EXEMPTION_TITLES: Readonly<Record<Exemption, string>> = {
  'made-to-measure': 'Made to measure',
  perishable: 'Perishable',
  'hygiene-seal-broken': 'Hygiene seal broken',
  'unsealed-recording': 'Unsealed recording or software',
}
export const SERVICE_TITLES: Readonly<Record<ReturnService, string>> = {
  'drop-off': 'Drop-off',
  collection: 'Collection',
  'own-postage': 'Own postage',
}
export const DESTINATION_TITLES: Readonly<Record<Destination, string>> = {
  'returns-centre': 'Returns centre',
  supplier: 'Supplier',
  quarantine: 'Quarantine',
  destroy: 'Destroy',
}

export const PAYER_TITLES: Readonly<Record<(typeof PAYERS)[number], string>> = {
  shopper: 'Shopper',
  retailer: 'Retailer',
}
export const LAW_TITLES: Readonly<Record<LawCode, string>> = { GB: 'United Kingdom', EU: 'European Union' }

/** Returns a function that gives a reason's title; an unknown code is its own title. */
export const reasonTitleIn =
  (reasons: readonly { readonly code: string; readonly title: string }[]) =>
  (code: string): string =>
    reasons.find((reason) => sameName(reason.code) === sameName(code))?.title ?? code

const MAX_NAMES = 4
const listed = (names: readonly string[]) =>
  names.length <= MAX_NAMES
    ? names.join(', ')
    : `${names.slice(0, MAX_NAMES - 1).join(', ')} and ${names.length - MAX_NAMES + 1} more`

function ranged<Value>({ from, to }: Range<Value>, format: (value: Value) => string): string {
  if (from !== null && to !== null) return from === to ? format(from) : `${format(from)} to ${format(to)}`
  if (from !== null) return `${format(from)} or more`
  return to === null ? 'any' : `up to ${format(to)}`
}

type ConditionNames = {
  readonly currency: string
  /** Title of a reason code. */
  readonly titleOf?: (code: string) => string
}

/** Describes one condition of a rule without its title; '' if the rule does not set it. */
export function conditionText(
  name: ConditionName,
  conditions: ReturnConditions,
  { currency, titleOf = (code) => code }: ConditionNames,
): string {
  const money = (text: string) => formatMoney(text, currency)
  switch (name) {
    case 'skus':
    case 'categories':
    case 'countries':
    case 'regions':
      return listed(conditions[name])
    case 'reasons':
      return listed(conditions.reasons.map(titleOf))
    case 'customer':
      return conditions.customer === null ? '' : conditions.customer === 'trade' ? 'trade' : 'consumer'
    case 'quantity':
      return conditions.quantity ? ranged(conditions.quantity, String) : ''
    case 'lineValue':
    case 'orderValue': {
      const range = conditions[name]
      return range ? ranged(range, money) : ''
    }
    case 'earlierReturns': {
      const { earlierReturns: earlier } = conditions
      return earlier ? `${ranged(earlier, String)} in ${earlier.days} days` : ''
    }
    case 'serialNumbered':
      return conditions.serialNumbered === null ? '' : conditions.serialNumbered ? 'has one' : 'has none'
    case 'deliveryException':
      return conditions.deliveryException === null ? '' : conditions.deliveryException ? 'had one' : 'had none'
    case 'ordered':
      return conditions.ordered ? ranged(conditions.ordered, formatDayShort) : ''
    case 'days':
      return conditions.days ? `${ranged(conditions.days, String)} since ${SINCE_TITLES[conditions.days.since]}` : ''
  }
}

/** Describes one outcome of a rule without its title; '' if the rule does not set it. `nameOf` gives names of options. */
export function outcomeText(
  name: OutcomeName,
  outcomes: ReturnOutcomes,
  { nameOf = (id) => id, currency }: { nameOf?: (id: string) => string; currency: string },
): string {
  const { answer, until, fee, resolutions, options, keep } = outcomes
  switch (name) {
    case 'answer':
      return answer === null ? '' : ANSWER_TITLES[answer.answer]
    case 'until': {
      if (until === null) return ''
      const days = until.days === null ? '' : `${until.days} days after ${SINCE_TITLES[until.since]}`
      const day = until.day === null ? '' : formatDayShort(until.day)
      return days && day ? `${days}, or ${day} if later` : days || day || 'no end'
    }
    case 'fee':
      return fee === null ? '' : formatMoney(fee, currency)
    case 'resolutions':
      return resolutions === null ? '' : resolutions.map((one) => RESOLUTION_TITLES[one]).join(', ') || 'none'
    case 'options':
      return options === null ? '' : listed(options.map(nameOf)) || 'none'
    case 'keep':
      return keep === null ? '' : keep ? 'the customer keeps it' : 'it must be returned'
  }
}
