import { z } from 'zod'
import { requiredText } from '../route/fields.ts'

/** The fields of an order line that a column of a feed may fill. The first three are needed. */
export const ORDER_FEED_FIELDS = [
  'orderNumber',
  'SKU',
  'quantity',
  'lineNumber',
  'description',
  'unitValue',
  'orderDate',
  'customerAccount',
  'customerFirstName',
  'customerLastName',
  'email',
  'phone',
  'country',
  'addressLine1',
  'addressLine2',
  'addressLine3',
  'addressLine4',
  'postCode',
  'dispatchService',
  'date',
] as const
export type OrderFeedField = (typeof ORDER_FEED_FIELDS)[number]

/** How the columns of somebody's file become the fields of an order line. */
export const columnMapping = z.strictObject({
  /** Field to column. A field that has no column keeps its default. */
  columns: z
    .partialRecord(z.enum(ORDER_FEED_FIELDS), requiredText(100, 'Column'))
    .refine(
      (columns) => columns.orderNumber && columns.SKU && columns.quantity,
      'orderNumber, SKU and quantity each need a column',
    ),
  /** Texts that stand for others, by field: { country: { EIRE: 'IE' } }. */
  values: z.partialRecord(z.enum(ORDER_FEED_FIELDS), z.record(z.string().max(100), z.string().max(100))).default({}),
  /** Rows that are no order lines at all: left out, counted by reason. */
  leaveOut: z
    .array(
      z.strictObject({
        field: z.enum(ORDER_FEED_FIELDS),
        startsWith: requiredText(50, 'Start'),
        reason: requiredText(100, 'Reason'),
      }),
    )
    .max(20)
    .default([]),
  /** The zone of dates that name none (IANA). */
  timeZone: z.string().max(50).refine(isZone, 'No such time zone').default('Europe/London'),
  encoding: z.enum(['utf-8', 'windows-1252']).default('utf-8'),
})
export type ColumnMapping = z.infer<typeof columnMapping>

function isZone(zone: string): boolean {
  try {
    return !!new Intl.DateTimeFormat('en-GB', { timeZone: zone })
  } catch {
    return false
  }
}
