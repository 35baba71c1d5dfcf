import { z } from 'zod'
import { text, wholePaging } from '../route/fields.ts'
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

/** A search answers so many SKUs at a time unless asked for more. */
export const SKU_SEARCH_PAGE_SIZE = 20

export const stock = routes({
  searchSku: {
    method: 'POST',
    path: '/api/sku/search-sku',
    summary:
      'SKUs of the client whose code begins with, or whose description contains, what is asked, a page at a time',
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
      page: wholePaging.page,
      limit: wholePaging.limit.unwrap().default(SKU_SEARCH_PAGE_SIZE),
    }),
    answer: z.strictObject({ rows: z.array(skuRow), total: z.int() }),
    errors: [],
    audited: false,
    whole: 'rows',
  },
  ...serials,
})
