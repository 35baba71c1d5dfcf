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
 * Form values: the call's body, always with lines. An order with too many lines to amend has none, and they are not
 * sent.
 */
const amendForm = z
  .strictObject({ ...amendOrder.shape, items: z.array(amendedLine).max(MAX_ITEMS, TOO_MANY_ITEMS) })
  .refine(hasNamedDay, namedDayRule)

/** The form's validation, with the server's messages for email and postcode. */
export const amendFormShape = (was: Pick<Order, 'email' | 'country' | 'postCode'>) =>
  amendForm.superRefine((values, context) => {
    for (const { path, message } of contactProblems(was, values))
      context.addIssue({ code: 'custom', path: [path], message })
  })
export type AmendValues = z.input<typeof amendForm>

/** Converts an order to form values; `items` are its lines, none if it has too many to amend. */
export function toFormValues(order: Order, items: readonly OrderItem[]): AmendValues {
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

/** A calculated value follows the quantity, so the field stays empty. */
function draftLine({ lineNumber, SKU, quantity, unitValue, totalValue }: OrderItem): DraftLine {
  const isUsual = hasCalculatedValue({ quantity, unit: parseMoney(unitValue), total: parseMoney(totalValue) })
  return { SKU, quantity, totalValue: isUsual ? '' : totalValue, own: { lineNumber, SKU, unitValue } }
}

/** Unit values of new lines by `sameName`, for SKUs that the order already contains. */
export function unitValuesBySku(base: AmendValues): ReadonlyMap<string, string> {
  const prices = new Map<string, string>()
  for (const { own } of base.items) {
    const name = sameName(own?.SKU ?? '')
    if (own && !prices.has(name)) prices.set(name, own.unitValue)
  }
  return prices
}

/** The request body. Lines are sent only if they differ from the initial ones; blank last lines are dropped. */
export function toRequestBody(values: AmendValues, base: AmendValues): z.input<typeof amendOrder> {
  const items = [...values.items]
  while (items.length > 1 && isBlankLine(items.at(-1) as DraftLine)) items.pop()
  // Orders with too many lines have none in the form, but an old draft may still hold some.
  const isSame = base.items.length === 0 || JSON.stringify(items) === JSON.stringify(base.items)
  const { items: _lines, ...rest } = values
  if (isSame) return rest
  // An old draft has no line numbers; the server then matches lines by SKU and quantity.
  const isNumbered = items.some(({ own }) => own)
  return {
    ...rest,
    items: items.map(({ own, ...line }) => ({ ...line, ...(isNumbered && { lineNumber: own?.lineNumber ?? null }) })),
  }
}

const ALLOCATED_BY = ['country', 'postCode', 'dispatchService', 'date', 'items'] as const
type AllocatedBy = Pick<AmendValues, (typeof ALLOCATED_BY)[number]>

/**
 * Body for the preview: fields that affect allocation as typed, all others as saved, so that a half-typed name does not
 * block it. Undefined if one of those fields is invalid.
 */
export function previewBody(values: AllocatedBy & { version: number }, base: AmendValues): AmendOrder | undefined {
  const body = amendOrder.safeParse(toRequestBody({ ...base, ...values }, base)).data
  return body && contactProblems(base, body).length === 0 ? body : undefined
}

/** The default despatch day with its reason, by the server's rule. */
export function defaultDay(order: Pick<Order, 'dispatchService' | 'despatchDate'>, now: Date, daysOff: DaysOff) {
  const today = dayOf(now)
  return order.dispatchService !== 'NAMED DAY' && order.despatchDate >= today
    ? { day: order.despatchDate, why: 'unchanged' }
    : { day: nextWorkingDay(today, daysOff), why: 'next working day' }
}

/** Values in words for the comparison after a conflict. Service and day are one choice. */
export function describeValues(currency: string): (values: AmendValues) => ShownFields {
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
      title: 'Service and date',
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

/** Displayed value of a line; '' if unknown. */
function valueText(line: DraftLine): string {
  const value = draftLineValue(line, ownPrice(line))
  return value === undefined ? '' : moneyText(value)
}

/** The user's own values, with the other user's for the chosen fields of {@link describeValues}. */
export function mergeOrders(mine: AmendValues, theirs: AmendValues, fromTheirs: ReadonlySet<string>): AmendValues {
  const fields = [...fromTheirs].flatMap((name) => (name === 'despatch' ? ['dispatchService', 'date'] : name))
  return mergedValues({ ...mine, items: matchLines(theirs, mine.items) }, theirs, new Set(fields))
}

/**
 * Matches the user's lines to those of the present order. A line that is gone, or has another price, keeps its
 * displayed value.
 */
function matchLines({ items }: AmendValues, lines: readonly DraftLine[]): DraftLine[] {
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
