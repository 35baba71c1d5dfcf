import { z } from 'zod'
import { instant, requiredText, text, wholePaging, wholeQueryPaging } from '../../route/fields.ts'
import { routes } from '../../route/route.ts'

/** A despatched serial number with its parcel. */
export const serialDetail = z.strictObject({
  clientCode: z.string(),
  SKU: z.string(),
  Item_Description: z.string(),
  serialNumber: z.string(),
  orderNumber: z.string(),
  trackingNumber: z.string(),
  carrier: z.string(),
  despatchedAt: instant,
})
export type SerialDetail = z.infer<typeof serialDetail>

const READS = { reads: ['reportsAndEnquiries.orderAndReturnsEnquiry', 'reportsAndEnquiries.skuFileReport'] } as const
const answer = z.strictObject({ serialDetails: z.array(serialDetail), total: z.int() })

/** Despatched serial numbers. */
export const serials = routes({
  serialsByOrderNumber: {
    method: 'POST',
    path: '/api/sku/serial-details-by-order-number',
    summary: 'The serial numbers that were despatched with an order, by SKU, a page at a time',
    permission: READS,
    access: 'clients',
    body: z.strictObject({ orderNumber: requiredText(50, 'Order number'), ...wholePaging }),
    answer,
    errors: [],
    audited: false,
    whole: 'serialDetails',
  },
  serialsBySku: {
    method: 'GET',
    path: '/api/sku/serial-details-by-sku',
    summary: 'The serial numbers that were despatched of a SKU, or of the SKUs whose description contains a text',
    permission: READS,
    access: 'clients',
    query: z
      .strictObject({
        code: text(40, 'SKU').default(''),
        desc: text(100, 'Description').default(''),
        /** The specification has this parameter; printing is not supported. */
        isPrint: z.literal('false', 'Serial numbers are not printed: isPrint is false').default('false'),
        ...wholeQueryPaging(50),
      })
      .refine(({ code, desc }) => code !== '' || desc !== '', {
        path: ['code'],
        message: 'Enter a SKU or part of its description',
      }),
    answer: answer.extend({
      /** Number of matching SKUs over all clients, and how many of them (by code) were searched. */
      matchingSkus: z.int(),
      searchedSkus: z.int(),
    }),
    errors: [],
    audited: false,
    whole: 'serialDetails',
  },
})
