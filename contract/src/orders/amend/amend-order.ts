import { z } from 'zod'
import { consignmentDecision } from '../../routing/allocation/explanation.ts'
import { prose, requiredText, text } from '../../route/fields.ts'
import { routes } from '../../route/route.ts'
import { shownWith } from '../../route/visible.ts'
import {
  createOrderItem,
  givenPhone,
  hasItsDay,
  keptEmail,
  linesOfOrder,
  noDay,
  orderFields,
} from '../create/create-order.ts'
import { givenLines, totalValue } from '../create/given-order.ts'
import { orderRouting } from '../order-routing.ts'

const ACT = 'orderManagement.orderSuspendAmendOrCancel'

/** A line of an order as it is to be. */
export const amendOrderItem = createOrderItem.extend({
  /**
   * Which line of the order it is, so that it keeps its value where one SKU stands on several lines; null is a new line. Left
   * out, it is the line of the same SKU and quantity, else one of the same SKU.
   */
  lineNumber: z.int('A line number is a whole number').min(1, 'A line number is a whole number').nullable().optional(),
})

/**
 * An order as it is to be: all that an order says, as in creating one. What an order from a feed never had may stay empty;
 * what it has may not be emptied, and an email or a postcode that it has not yet is one that a new order might have, which
 * the server looks after.
 */
export const amendOrder = z
  .strictObject({
    orderNumber: requiredText(50, 'Order number'),
    /** The version of what was read. */
    version: z.int('A version is a whole number').min(1, 'A version is a whole number'),
    ...orderFields(text, prose),
    email: keptEmail,
    /** Left out, the lines stay as they are. */
    items: linesOfOrder(amendOrderItem).optional(),
  })
  .refine(hasItsDay, noDay)
export type AmendOrder = z.infer<typeof amendOrder>

const { orderNumber, version, ...amended } = amendOrder.shape

/**
 * What the amending call takes: what is left out stays as it is, and without a version the last writer wins. The order is
 * named by orderNumber, or by orderNo or CustomerOrderRef as in creating it.
 */
export const givenAmendment = z.strictObject({
  ...z.strictObject({ ...amended, phone: givenPhone }).partial().shape,
  ...givenLines,
  items: linesOfOrder(amendOrderItem.extend({ totalValue })).optional(),
  orderNumber: orderNumber.optional(),
  orderNo: orderNumber.optional(),
  CustomerOrderRef: orderNumber.optional(),
  version: version.optional(),
})
export type GivenAmendment = z.infer<typeof givenAmendment>

/** An order as one side of an amendment has it. Amounts are decimal texts, those of carriers in the client's currency. */
const side = z.strictObject({
  /** Of a suspended order nothing is allocated. */
  routing: orderRouting,
  /** What its carriers cost together; null where a consignment has none. */
  cost: shownWith('costs', z.string().nullable()),
  despatchDate: z.string(),
  quantity: z.int(),
  totalValue: z.string(),
})
export type AmendmentSide = z.infer<typeof side>

/** What is done to an order by amending it. A 409 carries the order as it is now, as `present`. */
export const amendmentCalls = routes({
  amend: {
    method: 'POST',
    path: '/api/orders/amend',
    summary: 'Amend the lines, address, service or day of an order: it is allocated again',
    permission: { edits: [ACT] },
    access: 'one-client',
    body: givenAmendment,
    answer: z.strictObject({
      message: z.string(),
      version: z.int(),
      routing: orderRouting,
      /** What of the order could not be kept as it was given, where there was something: it stands in a note of the order. */
      noted: z.array(z.string()).optional(),
      /** By which it is undone, as a command is. */
      commandId: z.string(),
    }),
    errors: ['not_found', 'version_conflict', 'unprocessable', 'validation_failed', 'idempotency_key_reused'],
    audited: 'order.amended',
    idempotent: true,
  },
  amendPreview: {
    method: 'POST',
    path: '/api/orders/amend/preview',
    summary: 'What an amendment would come to, and what allocation would change; changes nothing',
    permission: { edits: [ACT] },
    access: 'one-client',
    body: givenAmendment,
    answer: z.strictObject({
      /** False where an amendment would be refused, for it changes nothing. */
      isChanged: z.boolean(),
      before: side,
      after: side,
      /** What the carriers would cost more (or, with a sign, less); null where one of the two costs is. */
      costDifference: shownWith('costs', z.string().nullable()),
      /** What allocation would decide, and why; none of a suspended order, which is allocated when it is released. */
      decisions: z.array(
        consignmentDecision.pick({
          number: true,
          consignment: true,
          decided: true,
          why: true,
          conflict: true,
          byHand: true,
        }),
      ),
      /** The lines as they would be, where the call gives lines. */
      lines: z
        .array(z.strictObject({ SKU: z.string(), quantity: z.int(), unitValue: z.string(), totalValue: z.string() }))
        .nullable(),
    }),
    errors: ['not_found', 'version_conflict', 'unprocessable', 'validation_failed'],
    audited: false,
  },
})
