import { z } from 'zod'
import { text } from '../route/fields.ts'
import { routes } from '../route/route.ts'
import { serials } from './serials.ts'

/** Specification 3, SKU list row: Item_Description and Code; the price is what a new line of an order starts with. */
export const skuRow = z.strictObject({
  Code: z.string(),
  Item_Description: z.string(),
  unitValue: z.string(),
  isUnknownSku: z.boolean(),
})
export type SkuRow = z.infer<typeof skuRow>

export const stock = routes({
  searchSku: {
    method: 'POST',
    path: '/api/sku/search-sku',
    summary: 'SKUs of the client whose code begins with, or whose description contains, what is asked',
    permission: {
      reads: [
        'orderManagement.createNewOrder',
        'orderManagement.orderSuspendAmendOrCancel',
        'reportsAndEnquiries.skuFileReport',
        'carrierRoutingControl.multiBoxProductsRouting',
      ],
    },
    access: 'one-client',
    body: z.strictObject({
      search: text(100, 'Search').default(''),
      limit: z.int().min(1).max(100).default(20),
    }),
    answer: z.strictObject({ rows: z.array(skuRow) }),
    errors: [],
    audited: false,
  },
  ...serials,
})
