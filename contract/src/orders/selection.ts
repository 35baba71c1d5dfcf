import { z } from 'zod'
import { clientCode, requiredText } from '../route/fields.ts'
import { areDatesInOrder, datesInOrderRule, workCriteria } from './order-criteria.ts'

/** The size of the largest page. */
export const MAX_LISTED_NAMES = 1000

const orderOfClient = z.strictObject({ clientCode, orderNumber: requiredText(50, 'Order number') })

/** An order named by the caller; without a client, the header's client is meant. */
const namedOrder = orderOfClient.partial({ clientCode: true })

/** Orders for a command: one, a list, or all that match a filter except some. */
export const selection = {
  orderNumber: orderOfClient.shape.orderNumber.optional(),
  orders: z.array(namedOrder).min(1, 'Choose at least one order').max(MAX_LISTED_NAMES).optional(),
  matching: z.strictObject(workCriteria).refine(areDatesInOrder, datesInOrderRule).optional(),
  except: z.array(namedOrder).max(MAX_LISTED_NAMES).default([]),
}
/** A selection for a command that changes orders: orders that changed after the caller saw them are left unchanged. */
export const shownSelection = {
  ...selection,
  /** With a filter: when its orders were read, as returned by a total or a pre-flight. */
  asOf: z.iso.datetime('A moment is as a total gave it').optional(),
  orders: z
    .array(namedOrder.extend({ version: z.int().min(1).optional() }))
    .min(1, 'Choose at least one order')
    .max(MAX_LISTED_NAMES)
    .optional(),
}
export const isOneSelection = (body: { orderNumber?: unknown; orders?: unknown; matching?: unknown }) =>
  [body.orderNumber, body.orders, body.matching].filter((each) => each !== undefined).length === 1
export const oneSelectionRule = { path: ['orders'], message: 'Name the orders, or a filter that they match' }
