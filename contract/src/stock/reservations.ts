import { z } from 'zod'
import { clientCode, count, day, instant, requiredText, text, wholeNumber, wholePaging } from '../route/fields.ts'
import { routes } from '../route/route.ts'
import { personName } from '../route/visible.ts'

const LEAF = 'skusAndStock.stockReservation'
const READS = { reads: [LEAF] } as const
const EDITS = { edits: [LEAF] } as const

export const PURPOSES = ['promotion', 'wholesale', 'channel', 'quality', 'order'] as const
export type Purpose = (typeof PURPOSES)[number]
const MAX_PIECES = 999_999_999
const WHOLE = `Enter a whole number from 1 to ${MAX_PIECES.toLocaleString('en-GB')}`

/**
 * Specification 3, stock reservation row: stock of a SKU and allocation code, in pieces. Available = on hand − reserved
 * − promised; negative means short. Figures of a kit are the kits that its boxes make.
 */
const stockRow = z.strictObject({
  /** Unique for a client. */
  _id: z.string(),
  client: clientCode,
  type: z.string(),
  sku: z.string(),
  title: z.string(),
  stock_on_hand: z.int(),
  reserved_stock: z.int(),
  promised_stock: z.int(),
  available_stock: z.int(),
  /** Available stock in the warehouse's newest count; null if it was never counted. */
  warehouse_available: z.int().nullable(),
  /** For a kit, the oldest of its boxes' newest counts; null if a box was never counted. */
  counted_at: instant.nullable(),
  last_amended_date: instant,
  last_amended_user: personName(),
  /** For a kit: its boxes by code, and the warehouse's newest count of the kit itself, which is not used. */
  kit: z
    .strictObject({
      boxes: z.array(z.strictObject({ Code: z.string(), quantity: z.int() })),
      warehouse_on_hand: z.int().nullable(),
    })
    .optional(),
})
export type StockRow = z.infer<typeof stockRow>

const reservation = z.strictObject({
  _id: z.string(),
  type: z.string(),
  sku: z.string(),
  title: z.string(),
  /** Pieces reserved in total, drawn by orders, and left. An ended reservation has 0 left. */
  pieces: z.int(),
  drawn: z.int(),
  reserved_stock: z.int(),
  purpose: z.enum(PURPOSES),
  until: day,
  heldBy: personName(),
  orderNumber: z.string(),
  customerAccount: z.string(),
  note: z.string(),
  state: z.enum(['live', 'released', 'expired']),
  version: z.int(),
  last_amended_date: instant,
  last_amended_user: personName(),
})
export type Reservation = z.infer<typeof reservation>

const pieces = count(WHOLE).min(1, WHOLE).max(MAX_PIECES, WHOLE)
const reservationFields = {
  pieces,
  purpose: z.enum(PURPOSES, 'Purpose is promotion, wholesale, channel, quality or order'),
  until: day,
  /** The order it is for; the purpose is then 'order'. */
  orderNumber: text(50, 'Order number').default(''),
  /** Customer account whose orders draw on it. */
  customerAccount: text(50, 'Customer account').default(''),
  note: text(200, 'Note').default(''),
}
export const addReservation = z.strictObject({
  sku: requiredText(40, 'SKU'),
  type: requiredText(20, 'Allocation code'),
  ...reservationFields,
})
const changedReservation = z.strictObject({ ...reservationFields, version: z.int().min(1) })
const byId = z.strictObject({ id: z.uuid() })
export const MAX_RESERVATION_ROWS = 1000
/** Maximum records of each kind in the detail of a stock figure. */
export const MAX_SHOWN_OF_STOCK = 1000

const savedReservation = z.strictObject({ message: z.string(), reservation })

/** Stock by SKU and allocation code, and its reservations. */
export const reservations = routes({
  listStock: {
    method: 'POST',
    path: '/api/sku/stock',
    summary:
      'What is on hand, reserved, promised and available of each SKU and allocation code of a client, or of several, a page at a time',
    permission: READS,
    access: 'clients',
    body: z.strictObject({
      /** Beginning of a SKU. */
      sku: text(40, 'SKU').default(''),
      type: text(20, 'Allocation code').default(''),
      /** 'short': counted stock below zero; 'uncounted': never counted. */
      only: z.enum(['', 'short', 'reserved', 'uncounted']).default(''),
      ...wholePaging,
    }),
    answer: z.strictObject({ rows: z.array(stockRow), total: z.int() }),
    errors: [],
    audited: false,
    whole: 'rows',
  },
  stockDetail: {
    method: 'POST',
    path: '/api/sku/stock/detail',
    summary: 'What makes the figures of a SKU and allocation code: counts, movements, reservations and order lines',
    permission: READS,
    access: 'one-client',
    body: z.strictObject({
      sku: requiredText(40, 'SKU'),
      type: requiredText(20, 'Allocation code'),
      /** Maximum records per list; counts cover all of them. */
      shown: z.int().min(1).max(MAX_SHOWN_OF_STOCK).default(50),
    }),
    answer: z.strictObject({
      row: stockRow,
      /** Newest first. `unexplained` is the difference that the movements since the previous count do not explain. */
      counts: z.array(
        z.strictObject({ at: instant, pieces: z.int(), warehouseAvailable: z.int(), unexplained: z.int().nullable() }),
      ),
      /** Newest first; `isCounted` if the newest count already includes it. */
      movements: z.array(
        z.strictObject({
          at: instant,
          kind: z.enum(['despatch', 'return', 'goods-in', 'adjustment']),
          pieces: z.int(),
          reason: z.string(),
          reference: z.string(),
          orderNumber: z.string(),
          isUncertain: z.boolean(),
          isCounted: z.boolean(),
        }),
      ),
      movementCount: z.int(),
      /** Live reservations, the earliest to end first. */
      reservations: z.array(reservation),
      reservationCount: z.int(),
      /** Released or expired reservations, latest first, at most 20. */
      ended: z.array(reservation),
      /** Promises to open orders, oldest first. */
      promises: z.array(z.strictObject({ orderNumber: z.string(), pieces: z.int(), status: z.string() })),
      promiseCount: z.int(),
    }),
    errors: ['not_found'],
    audited: false,
  },
  listReservations: {
    method: 'POST',
    path: '/api/sku/reservations/list',
    summary: 'Reservations of stock, those that end first first, a page at a time',
    permission: READS,
    access: 'one-client',
    body: z.strictObject({
      sku: text(40, 'SKU').default(''),
      type: text(20, 'Allocation code').default(''),
      purpose: z.enum(['', ...PURPOSES]).default(''),
      isLive: z.boolean().default(true),
      ...wholePaging,
    }),
    answer: z.strictObject({ rows: z.array(reservation), total: z.int() }),
    errors: [],
    audited: false,
    whole: 'rows',
  },
  addReservation: {
    method: 'POST',
    path: '/api/sku/reservations',
    summary: 'Reserve stock of a SKU; no more than is available',
    permission: EDITS,
    access: 'one-client',
    body: addReservation,
    answer: savedReservation,
    errors: ['unprocessable'],
    audited: 'stock.reserved',
    idempotent: true,
  },
  changeReservation: {
    method: 'PUT',
    path: '/api/sku/reservations/:id',
    summary: 'Change a reservation: its pieces, its day, what it is for',
    permission: EDITS,
    access: 'one-client',
    params: byId,
    body: changedReservation,
    answer: savedReservation,
    errors: ['not_found', 'unprocessable', 'version_conflict'],
    audited: 'stock.reservation-changed',
  },
  releaseReservation: {
    method: 'POST',
    path: '/api/sku/reservations/:id/release',
    summary: 'Release what is left of a reservation',
    permission: EDITS,
    access: 'one-client',
    params: byId,
    /** The version that the caller saw: if it differs by now, nothing changes (409). */
    query: z.strictObject({ version: wholeNumber(9_999_999, 'A version is a whole number').optional() }),
    answer: savedReservation,
    errors: ['not_found', 'unprocessable', 'version_conflict'],
    audited: 'stock.reservation-released',
  },
  reservationHistory: {
    method: 'GET',
    path: '/api/sku/reservations/:id/history',
    summary: 'What became of a reservation, the newest first',
    permission: READS,
    access: 'one-client',
    params: byId,
    answer: z.strictObject({
      rows: z.array(
        z.strictObject({
          at: instant,
          byName: personName(),
          act: z.string(),
          pieces: z.int(),
          until: day,
          note: z.string(),
        }),
      ),
    }),
    errors: ['not_found'],
    audited: false,
  },
  importReservations: {
    method: 'POST',
    path: '/api/sku/reservations/import',
    summary: 'Reserve by the rows of a file, with a verdict for each; rows that cannot be reserved change nothing',
    permission: EDITS,
    access: 'one-client',
    body: z.strictObject({
      rows: z
        .array(z.record(z.string(), z.string().max(200, 'A cell is at most 200 characters')))
        .min(1, 'The file has no rows')
        .max(MAX_RESERVATION_ROWS, `At most ${MAX_RESERVATION_ROWS} rows at once`),
    }),
    answer: z.strictObject({
      message: z.string(),
      verdicts: z.array(z.strictObject({ line: z.int(), isReserved: z.boolean(), message: z.string() })),
    }),
    errors: [],
    audited: 'stock.reserved',
    idempotent: true,
  },
})
