import { z } from 'zod'
import { instant, requiredText } from '../../route/fields.ts'
import { routes } from '../../route/route.ts'

export const SERIAL_STEPS = ['despatched', 'delivered', 'returned'] as const

/** A step in the life of a serial number. */
export const serialStep = z.strictObject({
  kind: z.enum(SERIAL_STEPS),
  at: instant,
  /** 'Despatched with DPD', 'Received: Damaged'. */
  title: z.string(),
  orderNumber: z.string(),
  /** The parcel, for a despatch or delivery. */
  trackingNumber: z.string(),
  /** For a return. */
  returnReference: z.string(),
  /** Returns do not name serial numbers, so this is false if the order had more pieces of the SKU than came back. */
  isCertain: z.boolean(),
})
export type SerialStep = z.infer<typeof serialStep>

/** One item with a serial number. Two SKUs or two clients can have the same number. */
export const serialPiece = z.strictObject({
  clientCode: z.string(),
  SKU: z.string(),
  Item_Description: z.string(),
  serialNumber: z.string(),
  /** Oldest first. */
  steps: z.array(serialStep),
})
export type SerialPiece = z.infer<typeof serialPiece>

export const serialLife = routes({
  serialLife: {
    method: 'GET',
    path: '/api/sku/serial-life',
    summary: 'The whole life of a serial number: its despatches, deliveries and returns, from the oldest on',
    permission: { reads: ['reportsAndEnquiries.orderAndReturnsEnquiry', 'reportsAndEnquiries.skuFileReport'] },
    access: 'clients',
    query: z.strictObject({ serialNumber: requiredText(50, 'Serial number') }),
    answer: z.strictObject({ pieces: z.array(serialPiece) }),
    errors: [],
    audited: false,
  },
})
