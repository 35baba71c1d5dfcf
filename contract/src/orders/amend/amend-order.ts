import { z } from 'zod'
import { consignmentDecision } from '../../routing/allocation/explanation.ts'
import { prose, requiredText, text } from '../../route/fields.ts'
import { routes } from '../../route/route.ts'
import { shownWith } from '../../route/visible.ts'
import {
  createOrderItem,
  importedPhone,
  hasNamedDay,
  deliverableEmail,
  orderLines,
  namedDayRule,
  orderFields,
} from '../create/create-order.ts'
import { lineFields, totalValue } from '../create/create-order-body.ts'
import { orderRouting } from '../order-routing.ts'

const ACT = 'orderManagement.orderSuspendAmendOrCancel'

export const amendOrderItem = createOrderItem.extend({
  /**
   * Number of the existing line, so that it keeps its value where several lines have the same SKU; null for a new line.
   * If omitted, the line with the same SKU and quantity is meant, else one with the same SKU.
   */
  lineNumber: z.int('A line number is a whole number').min(1, 'A line number is a whole number').nullable().optional(),
})

/**
 * The complete order after the amendment, with the same fields as in creating one. Fields that a feed left empty may
 * stay empty; filled fields may not be emptied. The server validates a new email or postcode as for a new order.
 */
export const amendOrder = z
  .strictObject({
    orderNumber: requiredText(50, 'Order number'),
    /** The version that the caller read. */
    version: z.int('A version is a whole number').min(1, 'A version is a whole number'),
    ...orderFields(text, prose),
    email: deliverableEmail,
    /** If omitted, the lines stay unchanged. */
    items: orderLines(amendOrderItem).optional(),
  })
  .refine(hasNamedDay, namedDayRule)
export type AmendOrder = z.infer<typeof amendOrder>

const { orderNumber, version, ...amended } = amendOrder.shape

/**
 * Body of the amend call. Omitted fields stay unchanged; without a version the last writer wins. The order is named by
 * orderNumber, or by orderNo or CustomerOrderRef as in creating it.
 */
export const amendOrderBody = z.strictObject({
  ...z.strictObject({ ...amended, phone: importedPhone }).partial().shape,
  ...lineFields,
  items: orderLines(amendOrderItem.extend({ totalValue })).optional(),
  orderNumber: orderNumber.optional(),
  orderNo: orderNumber.optional(),
  CustomerOrderRef: orderNumber.optional(),
  version: version.optional(),
})
export type AmendOrderBody = z.infer<typeof amendOrderBody>

/** The order before or after an amendment. Amounts are decimal texts; carrier costs are in the client's currency. */
const side = z.strictObject({
  /** Suspended orders have no allocation. */
  routing: orderRouting,
  /** Total carrier cost; null if a consignment has no carrier. */
  cost: shownWith('costs', z.string().nullable()),
  despatchDate: z.string(),
  quantity: z.int(),
  totalValue: z.string(),
})
export type AmendmentSide = z.infer<typeof side>

/** A 409 carries the current order as `present`. */
export const amendmentCalls = routes({
  amend: {
    method: 'POST',
    path: '/api/orders/amend',
    summary: 'Amend the lines, address, service or day of an order: it is re-allocated',
    permission: { edits: [ACT] },
    access: 'one-client',
    body: amendOrderBody,
    answer: z.strictObject({
      message: z.string(),
      version: z.int(),
      routing: orderRouting,
      /** Values that could not be stored as sent; a note on the order lists them. */
      noted: z.array(z.string()).optional(),
      /** Undoes the amendment, like an order command. */
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
    body: amendOrderBody,
    answer: z.strictObject({
      /** False if the amendment changes nothing and would be refused. */
      isChanged: z.boolean(),
      before: side,
      after: side,
      /** After minus before, signed; null if either cost is null. */
      costDifference: shownWith('costs', z.string().nullable()),
      /** Allocation decisions and reasons; empty for a suspended order, which is allocated on release. */
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
      /** The lines after the amendment, if the call sends lines. */
      lines: z
        .array(z.strictObject({ SKU: z.string(), quantity: z.int(), unitValue: z.string(), totalValue: z.string() }))
        .nullable(),
    }),
    errors: ['not_found', 'version_conflict', 'unprocessable', 'validation_failed'],
    audited: false,
  },
})
