import { isMoney, parseMoney } from '@despatch/domain/money/money'
import { SERVICE_TYPES } from '@despatch/domain/routing/dispatch-service'
import { isWholePence, WHOLE_PENCE } from '@despatch/domain/orders/line-value'
import { DELIVERABLE_RULE, EMAIL_FORMAT, EMAIL_RULE, isDeliverable } from '@despatch/domain/text/email'
import { PHONE_RULE, readPhone } from '@despatch/domain/text/phone'
import { postcodeProblem } from '@despatch/domain/text/postcode'
import { z } from 'zod'
import { amountOrEmpty, count, dayOrEmpty, prose, requiredProse, requiredText, text } from '../../route/fields.ts'

export const MAX_ITEMS = 200
const MAX_PHONE = 500
export const TOO_MANY_ITEMS = `An order has at most ${MAX_ITEMS} lines`

export const createOrderItem = z.strictObject({
  SKU: requiredText(40, 'SKU'),
  quantity: count('Quantity is a whole number')
    .min(1, 'Quantity is at least 1')
    .max(99_999, 'Quantity is at most 99,999'),
  /** Decimal text in whole pence; defaults to the SKU's price times the quantity. */
  totalValue: amountOrEmpty.refine((text) => !isMoney(text) || isWholePence(parseMoney(text)), WHOLE_PENCE).optional(),
})

export const orderLines = <Item extends z.ZodType>(item: Item) =>
  z.array(item, 'Add at least one SKU').min(1, 'Add at least one SKU').max(MAX_ITEMS, TOO_MANY_ITEMS)
export const orderItems = orderLines(createOrderItem)

/** Labels of the fields that portal orders require. */
export const REQUIRED_FIELD_LABELS = {
  customerFirstName: 'First name',
  customerLastName: 'Last name',
  email: 'Email',
  addressLine1: 'Address line 1',
  postCode: 'Postcode',
} as const

/** Fields shared by new and amended orders. `needed` and `neededProse` build the required text fields. */
export const orderFields = (needed: typeof text, neededProse: typeof prose) => ({
  customerFirstName: neededProse(50, REQUIRED_FIELD_LABELS.customerFirstName),
  customerLastName: neededProse(50, REQUIRED_FIELD_LABELS.customerLastName),
  email: needed(254, REQUIRED_FIELD_LABELS.email),
  /** Free format: the server stores the part that carriers accept. */
  phone: z
    .string('Enter a phone number')
    .max(MAX_PHONE, `Phone is at most ${MAX_PHONE} characters`)
    .refine((phone) => phone.trim() === '' || readPhone(phone.trim()).phone !== '', PHONE_RULE),
  /** The customer's account number in the client's own books. */
  customerAccount: text(50, 'Customer account'),
  country: z.string().regex(/^[A-Z]{2}$/, 'Choose a country'),
  addressLine1: neededProse(100, REQUIRED_FIELD_LABELS.addressLine1),
  addressLine2: prose(100, 'Address line 2'),
  addressLine3: prose(100, 'Address line 3'),
  addressLine4: prose(100, 'Address line 4'),
  postCode: needed(12, REQUIRED_FIELD_LABELS.postCode),
  dispatchService: z.enum(SERVICE_TYPES, 'Choose a service'),
  date: dayOrEmpty.optional(),
})
const fields = orderFields(requiredText, requiredProse)

/** A phone number from another system. An invalid one does not refuse the order: a note lists what was dropped. */
export const importedPhone = z.union([z.string().max(MAX_PHONE), z.number().transform(String)], {
  error: 'A phone number is a text',
})

/** The specification's format, for emails typed into the portal. */
export const typedEmail = fields.email.refine((email) => email === '' || EMAIL_FORMAT.test(email), EMAIL_RULE)
/** Any deliverable address, for orders from feeds. */
export const deliverableEmail = text(254, REQUIRED_FIELD_LABELS.email).refine(
  (email) => email === '' || isDeliverable(email),
  DELIVERABLE_RULE,
)

type Addressed = { country: string; postCode: string }
export const isPostcodeOfCountry = (order: Addressed) => postcodeProblem(order.country, order.postCode) === undefined
export const postcodeRule = {
  path: ['postCode'],
  error: ({ input }: { input?: unknown }) => {
    const { country, postCode } = input as Addressed
    return postcodeProblem(country, postCode)
  },
  when: ({ value }: { value: unknown }) => hasText(value, 'country') && isTextField(value, 'postCode'),
}

export const hasNamedDay = (order: { dispatchService: string; date?: string | undefined }) =>
  !order.dispatchService.startsWith('NAMED') || !!order.date
export const namedDayRule = {
  path: ['date'],
  message: 'Choose a date for the named-day order',
  when: ({ value }: { value: unknown }) => hasText(value, 'dispatchService'),
}

export const orderToCreate = {
  orderNo: requiredText(50, 'Order number').refine(
    (reference) => reference === '' || /[\p{L}\p{N}]/u.test(reference),
    'An order number has at least one letter or digit',
  ),
  ...fields,
  email: typedEmail,
  phone: fields.phone.default(''),
  customerAccount: fields.customerAccount.default(''),
  country: fields.country.default('GB'),
  // Required or not, depending on the country.
  postCode: text(12, REQUIRED_FIELD_LABELS.postCode).default(''),
  addressLine2: fields.addressLine2.default(''),
  addressLine3: fields.addressLine3.default(''),
  addressLine4: fields.addressLine4.default(''),
  items: orderItems,
  dispatchService: fields.dispatchService.default('STANDARD'),
}

/**
 * Specification 3, 'Create order'. The form runs the same checks; checks that need the current time run on the server
 * only.
 */
export const createOrder = z
  .strictObject(orderToCreate)
  .refine(isPostcodeOfCountry, postcodeRule)
  .refine(hasNamedDay, namedDayRule)
export type CreateOrder = z.infer<typeof createOrder>
export type CreateOrderInput = z.input<typeof createOrder>

const isTextField = (value: unknown, field: string): boolean =>
  typeof (value as Record<string, unknown> | undefined)?.[field] === 'string'

/** Cross-field checks run even if another field is invalid, so that a form shows all errors at once. */
function hasText(value: unknown, field: string): boolean {
  const text = (value as Record<string, unknown> | undefined)?.[field]
  return typeof text === 'string' && text !== ''
}
