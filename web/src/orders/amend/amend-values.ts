import { type AmendOrder, amendOrder } from '@despatch/contract/orders/amend/amend-order'
import {
  createOrderItem,
  hasNamedDay,
  MAX_ITEMS,
  namedDayRule,
  TOO_MANY_ITEMS,
} from '@despatch/contract/orders/create/create-order'
import type { Order, OrderItem } from '@despatch/contract/orders/order'
import { dayOf, type DaysOff, formatDayShort, isDay, nextWorkingDay } from '@despatch/domain/calendar/day'
import { moneyText, parseMoney } from '@despatch/domain/money/money'
import { contactProblems, hasCalculatedValue } from '@despatch/domain/orders/amend/amended-order'
import { linesLabel } from '@despatch/domain/orders/order-fields'
import { sameName } from '@despatch/domain/text/same-name'
import { z } from 'zod'
import { mergedValues, type ShownFields } from '../../kit/form/conflict.ts'
import { type DraftLine, draftLineValue, isBlankLine, ownLine, ownPrice } from '../create/order-draft.ts'

const amendedLine = createOrderItem.extend({ own: ownLine.optional() })

/**
 * The values of the form: the body of the call, in which the lines always stand. Those of an order with more lines than
 * may be amended are none, and not sent.
 */
const amendForm = z
  .strictObject({ ...amendOrder.shape, items: z.array(amendedLine).max(MAX_ITEMS, TOO_MANY_ITEMS) })
  .refine(hasNamedDay, namedDayRule)

/** The same of an order that is amended, with what is wrong with its email and postcode as the server says it. */
export const amendFormOf = (was: Pick<Order, 'email' | 'country' | 'postCode'>) =>
  amendForm.superRefine((asked, context) => {
    for (const { path, message } of contactProblems(was, asked))
      context.addIssue({ code: 'custom', path: [path], message })
  })
export type AmendValues = z.input<typeof amendForm>

/** An order as the form has it; `items` are its lines, none where it has more than may be amended. */
export function valuesOf(order: Order, items: readonly OrderItem[]): AmendValues {
  return {
    orderNumber: order.orderNumber,
    version: order.version,
    customerFirstName: order.customerFirstName,
    customerLastName: order.customerLastName,
    email: order.email,
    phone: order.phone,
    customerAccount: order.customerAccount,
    country: order.country,
    addressLine1: order.addressLine1,
    addressLine2: order.addressLine2,
    addressLine3: order.addressLine3,
    addressLine4: order.addressLine4,
    postCode: order.postCode,
    items: items.map(draftLine),
    dispatchService: order.dispatchService,
    date: order.dispatchService === 'NAMED DAY' ? order.despatchDate : '',
  }
}

/** A value that was not set by hand follows the quantity. */
function draftLine({ lineNumber, SKU, quantity, unitValue, totalValue }: OrderItem): DraftLine {
  const isUsual = hasCalculatedValue({ quantity, unit: parseMoney(unitValue), total: parseMoney(totalValue) })
  return { SKU, quantity, totalValue: isUsual ? '' : totalValue, own: { lineNumber, SKU, unitValue } }
}

/** What one piece of a new line costs, by `sameName`, where its SKU is in the order that the form began with. */
export function pricesOf(base: AmendValues): ReadonlyMap<string, string> {
  const prices = new Map<string, string>()
  for (const { own } of base.items) {
    const name = sameName(own?.SKU ?? '')
    if (own && !prices.has(name)) prices.set(name, own.unitValue)
  }
  return prices
}

/** What is sent: the lines only where they differ from those that the form began with, without blank ones at their end. */
export function bodyOf(values: AmendValues, base: AmendValues): z.input<typeof amendOrder> {
  const items = [...values.items]
  while (items.length > 1 && isBlankLine(items.at(-1) as DraftLine)) items.pop()
  // Lines that are too many to be amended are none here; a draft of before they were may still have some.
  const isSame = base.items.length === 0 || JSON.stringify(items) === JSON.stringify(base.items)
  const { items: _lines, ...rest } = values
  if (isSame) return rest
  // A draft of an earlier version of the form does not say which lines they are: the server finds them by SKU and quantity.
  const isNumbered = items.some(({ own }) => own)
  return {
    ...rest,
    items: items.map(({ own, ...line }) => ({ ...line, ...(isNumbered && { lineNumber: own?.lineNumber ?? null }) })),
  }
}

const ALLOCATED_BY = ['country', 'postCode', 'dispatchService', 'date', 'items'] as const
type AllocatedBy = Pick<AmendValues, (typeof ALLOCATED_BY)[number]>

/**
 * What a preview is asked with: what allocation depends on, and the rest as it stands, so that a name half typed is not in
 * its way. Undefined while one of these is not right.
 */
export function previewBody(values: AllocatedBy & { version: number }, base: AmendValues): AmendOrder | undefined {
  const body = amendOrder.safeParse(bodyOf({ ...base, ...values }, base)).data
  return body && contactProblems(base, body).length === 0 ? body : undefined
}

/** The day on which the order goes where none is named, and why; as the server has it. */
export function usualDay(order: Pick<Order, 'dispatchService' | 'despatchDate'>, now: Date, daysOff: DaysOff) {
  const today = dayOf(now)
  return order.dispatchService !== 'NAMED DAY' && order.despatchDate >= today
    ? { day: order.despatchDate, why: 'as it is' }
    : { day: nextWorkingDay(today, daysOff), why: 'next working day' }
}

/** The values in words, for people to choose by. Service and day are one choice. */
export function shownOrder(currency: string): (values: AmendValues) => ShownFields {
  return (values) => ({
    customerFirstName: { title: 'First name', text: values.customerFirstName },
    customerLastName: { title: 'Last name', text: values.customerLastName },
    email: { title: 'Email', text: values.email },
    phone: { title: 'Phone', text: values.phone },
    customerAccount: { title: 'Customer account', text: values.customerAccount },
    country: { title: 'Country', text: values.country },
    postCode: { title: 'Postcode', text: values.postCode },
    addressLine1: { title: 'Address line 1', text: values.addressLine1 },
    addressLine2: { title: 'Address line 2', text: values.addressLine2 },
    addressLine3: { title: 'Address line 3', text: values.addressLine3 },
    addressLine4: { title: 'Address line 4', text: values.addressLine4 },
    despatch: {
      title: 'Service and day',
      text: [values.dispatchService, values.date && isDay(values.date) ? formatDayShort(values.date) : values.date]
        .filter(Boolean)
        .join(', '),
    },
    items: {
      title: 'Lines',
      text: linesLabel(
        values.items.map((line) => ({ ...line, totalValue: valueText(line) })),
        currency,
      ),
    },
  })
}

/** What a line is worth as it is shown; '' where the order does not know. */
function valueText(line: DraftLine): string {
  const value = draftLineValue(line, ownPrice(line))
  return value === undefined ? '' : moneyText(value)
}

/** One's own values with the other's in the fields named, as {@link shownOrder} names them. */
export function mergedOrder(mine: AmendValues, theirs: AmendValues, fromTheirs: ReadonlySet<string>): AmendValues {
  const fields = [...fromTheirs].flatMap((name) => (name === 'despatch' ? ['dispatchService', 'date'] : name))
  return mergedValues({ ...mine, items: linesWithin(theirs, mine.items) }, theirs, new Set(fields))
}

/**
 * One's own lines as lines of the order as it is now. A line that is not there any more, or at another price, keeps the
 * value that is shown of it.
 */
function linesWithin({ items }: AmendValues, lines: readonly DraftLine[]): DraftLine[] {
  const left = items.flatMap(({ own }) => own ?? [])
  return lines.map((line) => {
    const { own, ...typed } = line
    if (!own) return line
    const isAlike = (other: typeof own) =>
      sameName(other.SKU) === sameName(own.SKU) && parseMoney(other.unitValue) === parseMoney(own.unitValue)
    const same = left.findIndex((other) => other.lineNumber === own.lineNumber && isAlike(other))
    const at = same === -1 ? left.findIndex(isAlike) : same
    const [now] = at === -1 ? [] : left.splice(at, 1)
    return now ? { ...typed, own: now } : { ...typed, totalValue: valueText(line) }
  })
}
