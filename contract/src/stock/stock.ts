import { z } from 'zod'
import { requiredText, text, wholePaging } from '../route/fields.ts'
import { routes } from '../route/route.ts'
import { serialLife } from './serials/serial-life.ts'
import { reservations } from './reservations.ts'
import { serials } from './serials/serials.ts'
import { skuReport } from './sku-file-report/sku-report.ts'

/** Specification 3, SKU list row. The price is the default of a new order line. */
export const skuRow = z.strictObject({
  Code: z.string(),
  Item_Description: z.string(),
  unitValue: z.string(),
  isUnknownSku: z.boolean(),
})
export type SkuRow = z.infer<typeof skuRow>

/**
 * A kind of stock of a SKU, held apart from the others; reservations and counts call it type. `mayBePromised` stock
 * counts as available in the SKU file report; orders promise only SELLABLE.
 */
export const allocationCode = z.strictObject({
  code: z.string(),
  title: z.string(),
  mayBePromised: z.boolean(),
  /** Whether the client added it or changed the operator's. */
  isOwn: z.boolean(),
})
export type AllocationCode = z.infer<typeof allocationCode>

export const ownAllocationCode = z.strictObject({
  title: requiredText(40, 'Title'),
  mayBePromised: z.boolean(),
})
const CODE_MESSAGE = 'A code is 1 to 20 letters, digits, _ and -, and begins with a letter'
export const allocationCodeName = z.string(CODE_MESSAGE).regex(/^[A-Za-z][A-Za-z0-9_-]{0,19}$/, CODE_MESSAGE)

/** Default page size of a SKU search. */
export const SKU_SEARCH_PAGE_SIZE = 20

/** Maximum SKUs per request: the maximum lines of an order. */
const MAX_SKUS_AVAILABLE = 200

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
  availableStock: {
    method: 'POST',
    path: '/api/sku/available',
    summary: 'How many sellable pieces of some SKUs an order may have, before more is promised than there is',
    permission: {
      reads: ['orderManagement.createNewOrder', 'orderManagement.orderSuspendAmendOrCancel'],
    },
    access: 'one-client',
    body: z.strictObject({
      skus: z.array(requiredText(40, 'SKU')).max(MAX_SKUS_AVAILABLE, `Ask for at most ${MAX_SKUS_AVAILABLE} SKUs`),
      /** The stored number of the order being amended: what it already holds counts as available to it. */
      orderNumber: text(50, 'Order number').default(''),
    }),
    answer: z.strictObject({
      /** Whether orders that need more are refused. */
      refusesShort: z.boolean(),
      /** In the requested order. Negative if more is promised than available; null if never counted. */
      rows: z.array(
        z.strictObject({
          sku: z.string(),
          available: z.int().nullable(),
          /** For a kit, the boxes that limit it. */
          boxes: z
            .array(z.strictObject({ Code: z.string(), quantity: z.int(), available: z.int().nullable() }))
            .optional(),
        }),
      ),
    }),
    errors: [],
    audited: false,
  },
  allocationCodes: {
    method: 'GET',
    path: '/api/sku/allocation-codes',
    summary:
      'The SKU allocation codes of the client: the kinds of stock, and which the SKU file report counts as available; orders promise SELLABLE alone',
    permission: {
      reads: ['skusAndStock.stockReservation', 'reportsAndEnquiries.skuFileReport', 'feeds.stockFeed'],
    },
    access: 'one-client',
    answer: z.array(allocationCode),
    errors: [],
    audited: false,
  },
  saveAllocationCode: {
    method: 'PUT',
    path: '/api/sku/allocation-codes/:code',
    summary:
      'Add an allocation code of the client, or change one; the operator’s code of the same name is changed for this client alone',
    permission: { edits: ['skusAndStock.stockReservation'] },
    access: 'one-client',
    params: z.strictObject({ code: allocationCodeName }),
    body: ownAllocationCode,
    answer: z.strictObject({ message: z.string(), code: allocationCode }),
    errors: ['unprocessable'],
    audited: 'stock.code-saved',
  },
  removeAllocationCode: {
    method: 'DELETE',
    path: '/api/sku/allocation-codes/:code',
    summary:
      'Delete an allocation code of the client that has no stock, or take back what it changed of the operator’s',
    permission: { edits: ['skusAndStock.stockReservation'] },
    access: 'one-client',
    params: z.strictObject({ code: allocationCodeName }),
    answer: z.strictObject({ message: z.string() }),
    errors: ['not_found', 'unprocessable'],
    audited: 'stock.code-deleted',
  },
  ...skuReport,
  ...serials,
  ...serialLife,
  ...reservations,
})
