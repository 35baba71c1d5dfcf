import { ORDER_FEED_FIELDS } from '@despatch/domain/feeds/order-fields'
import { z } from 'zod'
import { exactText, requiredText, text } from '../route/fields.ts'

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
  values: z
    .partialRecord(z.enum(ORDER_FEED_FIELDS), z.record(exactText(100, 'Text'), exactText(100, 'Text')))
    .default({}),
  /** Rows that are no order lines at all: left out, counted by reason. */
  leaveOut: z
    .array(
      z
        .strictObject({
          field: z.enum(ORDER_FEED_FIELDS),
          startsWith: requiredText(50, 'Start').optional(),
          /** The whole cell; '' leaves out rows in which it is empty. */
          equals: text(100, 'Text').optional(),
          reason: requiredText(100, 'Reason'),
        })
        .refine(
          ({ startsWith, equals }) => (startsWith === undefined) !== (equals === undefined),
          'A rule has either startsWith or equals',
        ),
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
