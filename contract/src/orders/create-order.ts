import { SERVICE_TYPES } from '@despatch/domain/orders/dispatch-service'
import { EMAIL_FORMAT, EMAIL_RULE } from '@despatch/domain/text/email'
import { normalPostcode } from '@despatch/domain/text/postcode'
import { z } from 'zod'
import { amountOrEmpty, dayOrEmpty, requiredText, text } from '../route/fields.ts'

export const MOST_ITEMS = 200

export const createOrderItem = z.strictObject({
  SKU: requiredText(40, 'SKU'),
  quantity: z
    .int('Quantity is a whole number')
    .min(1, 'Quantity is at least 1')
    .max(99_999, 'Quantity is at most 99,999'),
  /** Value of the line, a decimal text; when it is left out, the SKU's price times the quantity. */
  totalValue: amountOrEmpty.optional(),
})

/** Specification 3, 'Create order'. The form checks it as the server does; what the clock decides is the server's. */
export const createOrder = z
  .strictObject({
    orderNo: requiredText(50, 'Order number').refine(
      (reference) => reference === '' || /[\p{L}\p{N}]/u.test(reference),
      'An order number has at least one letter or digit',
    ),
    customerFirstName: requiredText(50, 'First name'),
    customerLastName: requiredText(50, 'Last name'),
    email: requiredText(254, 'Email').refine((email) => email === '' || EMAIL_FORMAT.test(email), EMAIL_RULE),
    phone: text(30, 'Phone')
      .regex(/^\+?[\d ()-]*$/, 'A phone number is digits, spaces, ( ) - and a leading +')
      .default(''),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, 'Choose a country')
      .default('GB'),
    addressLine1: requiredText(100, 'Address line 1'),
    addressLine2: text(100, 'Address line 2').default(''),
    addressLine3: text(100, 'Address line 3').default(''),
    addressLine4: text(100, 'Address line 4').default(''),
    postCode: requiredText(12, 'Postcode'),
    items: z
      .array(createOrderItem, 'Add at least one SKU')
      .min(1, 'Add at least one SKU')
      .max(MOST_ITEMS, `An order has at most ${MOST_ITEMS} lines`),
    dispatchService: z.enum(SERVICE_TYPES, 'Choose a service').default('STANDARD'),
    date: dayOrEmpty.optional(),
  })
  .refine((order) => normalPostcode(order.country, order.postCode) !== undefined, {
    path: ['postCode'],
    message: 'A UK postcode looks like SW1A 1AA',
    when: ({ value }) => hasText(value, 'country') && hasText(value, 'postCode'),
  })
  .refine((order) => !order.dispatchService.startsWith('NAMED') || !!order.date, {
    path: ['date'],
    message: 'Choose the day: a named-day order needs one',
    when: ({ value }) => hasText(value, 'dispatchService'),
  })
export type CreateOrder = z.infer<typeof createOrder>
export type CreateOrderInput = z.input<typeof createOrder>

/** The checks across fields run though another field is still wrong, so that a form shows all at once. */
function hasText(value: unknown, field: string): boolean {
  const text = (value as Record<string, unknown> | undefined)?.[field]
  return typeof text === 'string' && text !== ''
}
