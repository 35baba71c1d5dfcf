import { daysBetween, formatDayShort, dayOf } from '../../calendar/day.ts'
import { formatMoney, moneyText } from '../../money/money.ts'
import type { ReturnsFinding } from './check-returns-book.ts'
import type { ReturnCase } from './return-cases.ts'
import { type BreachKind, LAWS } from './return-law.ts'
import { DESTINATION_TITLES } from './return-rule-text.ts'
import type { ReturnsBook } from './returns-book.ts'

const BREACH_TEXTS: Readonly<Record<BreachKind, (book: ReturnsBook) => string>> = {
  'cancel-refused': ({ law }) =>
    `A consumer may cancel within ${LAWS[law].cancelDays} days of delivery, and is refused. Name an exemption, or refuse later`,
  'cancel-too-late': ({ law }) =>
    `A consumer may cancel within ${LAWS[law].cancelDays} days of delivery, but this window ends sooner. Allow more days`,
  'cancel-without-refund': ({ law }) =>
    `A consumer may have a refund within ${LAWS[law].cancelDays} days of delivery, and is offered none. Add the refund`,
  'faulty-refused': ({ law }) =>
    `Faulty goods may come back within ${LAWS[law].faultyDays} days of delivery, and are refused. Allow them for reasons other than the customer’s`,
  'faulty-too-late': ({ law }) =>
    `Faulty goods may come back within ${LAWS[law].faultyDays} days of delivery, but this window ends sooner. Allow more days for reasons other than the customer’s`,
  'faulty-without-refund': ({ law }) =>
    `Faulty goods may be refunded within ${LAWS[law].faultyDays} days of delivery, and no refund is offered. Add the refund`,
  'faulty-fee': () =>
    'Faulty goods come back without a fee, and one is charged. Set the fee to 0 for reasons other than the customer’s',
  'faulty-at-shoppers-cost': () =>
    'Faulty goods come back at the retailer’s cost, but every option is paid by the customer. Add one that the retailer pays',
}

const named = (book: ReturnsBook, id: string | null) => {
  const found = [...book.rules, ...book.options].find((one) => one.id === id)
  return found ? `“${found.name}”` : (id ?? '')
}

const reasonNamed = ({ reasons }: ReturnsBook, code: string) => {
  const found = reasons.find((one) => one.code === code)
  return found ? `“${found.title}”` : code
}

/** Describes a finding and what to do about it. */
export function returnsFindingText(finding: ReturnsFinding, book: ReturnsBook): string {
  switch (finding.kind) {
    case 'breach':
      return `${finding.rule ? `The rule ${named(book, finding.rule)} is against the law. ` : ''}${BREACH_TEXTS[finding.breach](book)}.`
    case 'contradiction':
      return `The rule ${named(book, finding.rule)} can never apply because its conditions conflict. Change one of them.`
    case 'never-fires':
      return `The rule ${named(book, finding.rule)} never decides anything, because ${finding.beatenBy.map((id) => named(book, id)).join(', ')} always ${finding.beatenBy.length === 1 ? 'does' : 'do'} so first. Move it up, or delete it.`
    case 'says-nothing':
      return `The rule ${named(book, finding.rule)} has no result. Add one, or delete it.`
    case 'option-not-there':
      return `The rule ${named(book, finding.rule)} offers ${named(book, finding.option)}, which is not active. Choose another option.`
    case 'no-option-in-country':
      return `${finding.rule ? `The rule ${named(book, finding.rule)} allows` : 'Rules allow'} returns from ${finding.country}, but no option serves it. Add one, or refuse these returns.`
    case 'destination-unreached':
      return `Nothing is sent to the destination ${DESTINATION_TITLES[finding.destination].toLowerCase()}: no rule offers ${finding.options.map((id) => named(book, id)).join(' or ')}.`
    case 'option-unreached':
      return `No rule offers the option ${named(book, finding.option)}. Offer it in a rule, or retire it.`
    case 'reason-of-nobody':
      return finding.why === 'group-retired'
        ? `The reason ${reasonNamed(book, finding.reason)} is never offered, because its group is retired. Move it to another group.`
        : `The group ${reasonNamed(book, finding.reason)} is never offered, because it has no active reasons.`
    case 'no-reasons':
      return 'There are no active reason codes, so customers can’t give a reason. Add one.'
    case 'uncovered':
      return 'Some returns have no rule and need a manual review. Add a rule for the rest at the end.'
  }
}

/** Describes the example return of a finding. */
export function returnCaseText(
  { order, facts, request, now }: ReturnCase,
  book: ReturnsBook,
  currency: string,
): string {
  const today = dayOf(now)
  const [line] = order.lines
  const ago = order.deliveredOn === null ? '' : `${daysBetween(order.deliveredOn, today)} days after delivery`
  const money = (amount: number) => formatMoney(moneyText(BigInt(amount)), currency)
  return [
    `${order.customer === 'trade' ? 'A trade customer' : 'A consumer'} in ${order.country}${order.region ? ` (${order.region})` : ''} returns ${line?.quantity ?? 1} of ${line?.sku.startsWith('ANY') ? 'any SKU' : line?.sku}`,
    line?.categories.length ? `in ${line.categories.join(' and ')}` : '',
    `for ${reasonNamed(book, request.lines[0]?.reason ?? '')}, ${ago}`,
    `ordered on ${formatDayShort(order.orderedOn)}`,
    line && line.value > 0 ? `worth ${money(line.value)}` : '',
    facts.earlierReturns.length > 0 ? `after ${facts.earlierReturns.length} earlier returns` : '',
    facts.hadDeliveryException ? 'after a delivery exception' : '',
  ]
    .filter((part) => part !== '')
    .join(', ')
    .replace(', in ', ' in ')
    .replace(', for ', ' for ')
}
