import { z } from 'zod'
import { clientCode, requiredText } from '../route/fields.ts'
import { inOrder, rightWay, workCriteria } from './order-criteria.ts'

/** As many as the largest page has. */
export const MAX_LISTED_NAMES = 1000

const orderOfClient = z.strictObject({ clientCode, orderNumber: requiredText(50, 'Order number') })

/** An order as a caller names it: without a client, it is of the one that the header names. */
const namedOrder = orderOfClient.partial({ clientCode: true })

/** The orders that a command is for: one, or several named one by one, or all that match a filter, but for some. */
export const selection = {
  orderNumber: orderOfClient.shape.orderNumber.optional(),
  orders: z.array(namedOrder).min(1, 'Choose at least one order').max(MAX_LISTED_NAMES).optional(),
  matching: z.strictObject(workCriteria).refine(inOrder, rightWay).optional(),
  except: z.array(namedOrder).max(MAX_LISTED_NAMES).default([]),
}
/** The same for what changes orders, as the caller was shown them: one that changed since is left as it is. */
export const shownSelection = {
  ...selection,
  /** Beside a filter: when its orders were read, as a total or a pre-flight gave it. */
  asOf: z.iso.datetime('A moment is as a total gave it').optional(),
  orders: z
    .array(namedOrder.extend({ version: z.int().min(1).optional() }))
    .min(1, 'Choose at least one order')
    .max(MAX_LISTED_NAMES)
    .optional(),
}
export const isOneSelection = (asked: { orderNumber?: unknown; orders?: unknown; matching?: unknown }) =>
  [asked.orderNumber, asked.orders, asked.matching].filter((each) => each !== undefined).length === 1
export const oneSelection = { path: ['orders'], message: 'Name the orders, or a filter that they match' }
