import type { LeafPath } from '../administration/roles/menu.ts'
import { splitTitleAndUnit } from '../routing/sku-data/sku-measures.ts'
import { KIND_NAMES, looseName, plainName, SKU_NAMES, STATUS_NAMES, STEP_NAMES, STOCK_NAMES } from './column-names.ts'
import {
  NEEDED_ORDER_FEED_FIELDS,
  ORDER_FEED_FIELDS,
  ORDER_FEED_TITLES,
  type OrderFeedField,
} from './rows/order-fields.ts'

/** The feeds of domain.md, by the last segment of their path. */
export const FEEDS = ['orders', 'despatches', 'delivery-events', 'returns', 'stock', 'skus'] as const
export type Feed = (typeof FEEDS)[number]

/** Names of feeds within a sentence. */
export const FEED_NAMES: Readonly<Record<Feed, string>> = {
  orders: 'orders',
  despatches: 'despatches',
  'delivery-events': 'delivery events',
  returns: 'returns',
  stock: 'stock',
  skus: 'SKU data',
}

/** The fields of a feed with their titles. Every row must fill the `needed` ones. `example` is a short valid row. */
export type FeedFields = {
  readonly fields: readonly string[]
  readonly needed: readonly string[]
  readonly titles: Readonly<Record<string, string>>
  readonly example: Readonly<Record<string, string | number>>
  /**
   * A file needs a column of at least one of these. If it has none, the refusal asks for the first, or for the last if
   * the file has a column for the kind of its rows.
   */
  readonly oneOf?: readonly string[]
  /** Further column names, in lowercase letters and digits. */
  readonly names?: Readonly<Record<string, readonly string[]>>
  /** The field that decides what happens to a row, and how rows are treated without it. */
  readonly deciding?: { readonly field: string; readonly otherwise: string }
  /** Columns of our own exports that fill no field. */
  readonly ignoredColumns?: readonly string[]
}

const DESPATCHES = {
  orderNumber: 'Order number',
  trackingNumber: 'Tracking number',
  carrier: 'Carrier',
  carrierService: 'Carrier service',
  /** Picking, Packed or Despatched; without it, Despatched. */
  status: 'Status',
  despatchedAt: 'Despatched at',
  promisedDate: 'Promised date',
  weight: 'Weight (kg)',
  SKU: 'SKU',
  quantity: 'Quantity',
  serialNumber: 'Serial number',
}

const DELIVERY_EVENTS = {
  trackingNumber: 'Tracking number',
  carrier: 'Carrier',
  code: 'Event code',
  occurredAt: 'Occurred at',
  description: 'Description',
  location: 'Location',
  reason: 'Reason',
  /** The event's own reference; without one, all fields together identify the event. */
  reference: 'Event reference',
}

const RETURNS = {
  returnReference: 'Return reference',
  orderNumber: 'Order number',
  /** Alternative to the order number: the return belongs to the customer's oldest order of the SKU. */
  customerAccount: 'Customer account',
  SKU: 'SKU',
  quantity: 'Quantity',
  /** Without it, Received. */
  event: 'Event',
  occurredAt: 'Occurred at',
  reasonCode: 'Reason code',
  condition: 'Condition',
  note: 'Note',
  trackingNumber: 'Tracking number',
  reference: 'Event reference',
}

const STOCK = {
  SKU: 'SKU',
  /** Kind of the row; without it, a count. */
  kind: 'Kind',
  stockOnHand: 'Stock on hand',
  availableStock: 'Available stock',
  type: 'Type',
  /** When it was counted; without it, now. */
  asOf: 'As of',
  /** Of goods in and adjustments; negative if they reduce stock. */
  quantity: 'Quantity',
  reason: 'Reason',
  reference: 'Reference',
  description: 'Description',
}

const SKUS = {
  SKU: 'SKU',
  title: 'Title',
  /** Several with ; between them. */
  category: 'Category',
  weight: 'Weight (kg)',
  length: 'Length (cm)',
  width: 'Width (cm)',
  height: 'Height (cm)',
  /** The SKUs of its boxes: TABLE-TOP; TABLE-LEG x 4. */
  boxes: 'Boxes',
  value: 'Unit value',
  serialNumbered: 'Serial-numbered',
}

export type DespatchFeedField = keyof typeof DESPATCHES
export type DeliveryEventFeedField = keyof typeof DELIVERY_EVENTS
export type ReturnFeedField = keyof typeof RETURNS
export type StockFeedField = keyof typeof STOCK
export type SkuFeedField = keyof typeof SKUS

const feedFields = <Titles extends Readonly<Record<string, string>>>(
  titles: Titles,
  needed: readonly (keyof Titles & string)[],
  example: Readonly<Partial<Record<keyof Titles & string, string | number>>>,
) => ({
  fields: Object.keys(titles) as (keyof Titles & string)[],
  needed,
  titles,
  example,
})

export const FEED_FIELDS = {
  orders: {
    fields: ORDER_FEED_FIELDS,
    needed: NEEDED_ORDER_FEED_FIELDS,
    titles: ORDER_FEED_TITLES,
    example: { orderNumber: 'SO-1001', SKU: 'MUG-RED', quantity: 2 },
  },
  despatches: {
    ...feedFields(DESPATCHES, ['orderNumber'], {
      orderNumber: 'SO-1001',
      trackingNumber: '15501234567890',
      carrier: 'DPD',
      SKU: 'MUG-RED',
      quantity: 2,
    }),
    names: { status: STATUS_NAMES },
    deciding: { field: 'status', otherwise: 'Despatched' },
  },
  'delivery-events': feedFields(DELIVERY_EVENTS, ['trackingNumber', 'carrier', 'code', 'occurredAt'], {
    trackingNumber: '15501234567890',
    carrier: 'DPD',
    code: 'delivered',
    occurredAt: '2026-01-31 14:05',
  }),
  returns: {
    ...feedFields(RETURNS, ['returnReference', 'SKU', 'quantity'], {
      returnReference: 'R-2001',
      orderNumber: 'SO-1001',
      SKU: 'MUG-RED',
      quantity: 1,
      event: 'Received',
    }),
    names: { event: STEP_NAMES },
    deciding: { field: 'event', otherwise: 'Received' },
  },
  stock: {
    ...feedFields(STOCK, ['SKU'], { SKU: 'MUG-RED', stockOnHand: 250 }),
    oneOf: ['stockOnHand', 'quantity'],
    names: { ...STOCK_NAMES, kind: KIND_NAMES },
    deciding: { field: 'kind', otherwise: 'a count' },
  },
  skus: {
    ...feedFields(SKUS, ['SKU'], {
      SKU: 'MUG-RED',
      title: 'Red mug',
      weight: '0.35 kg',
      length: 12,
      width: 9,
      height: 10,
    }),
    names: SKU_NAMES,
    // SKU File Report calculates these, and its export can be fed back unchanged.
    ignoredColumns: ['Missing', 'Orders in 4 weeks', 'On hand', 'Available', 'Volume (m³)', 'Last ordered'],
  },
} satisfies Record<Feed, FeedFields>

/** An example row as a line of NDJSON, with the mapping's column names or else the field names. */
export function exampleObject(feed: Feed, columns?: Readonly<Partial<Record<FeedField, string>>>): string {
  const { example } = FEED_FIELDS[feed]
  const parts = Object.entries(example).flatMap(([field, value]) => {
    const name = columns ? columns[field as FeedField] : field
    return name === undefined ? [] : [`${JSON.stringify(name)}: ${JSON.stringify(value)}`]
  })
  return `{${parts.join(', ')}}`
}

export type FeedField =
  | OrderFeedField
  | DespatchFeedField
  | DeliveryEventFeedField
  | ReturnFeedField
  | StockFeedField
  | SkuFeedField

/** The fields of each feed that hold a date. */
export const DATE_FIELDS = {
  orders: ['orderDate', 'date', 'despatchedOn', 'deliveredOn'],
  despatches: ['despatchedAt', 'promisedDate'],
  'delivery-events': ['occurredAt'],
  returns: ['occurredAt'],
  stock: ['asOf'],
  skus: [],
} as const satisfies Record<Feed, readonly FeedField[]>
export type DateField = (typeof DATE_FIELDS)[Feed][number]

/** Fields with a weight or length, whose unit a mapping may set. */
export const UNIT_FIELDS = ['weight', 'length', 'width', 'height'] as const satisfies readonly SkuFeedField[]
export type UnitField = (typeof UNIT_FIELDS)[number]

const isUnitField = (field: string) => UNIT_FIELDS.some((one) => one === field)

/** Whether a column that fills no field is expected, because our own export has it. */
export const isIgnoredColumn = (feed: Feed, column: string): boolean => {
  const { ignoredColumns }: FeedFields = FEED_FIELDS[feed]
  return ignoredColumns?.includes(column) === true
}

/** Warns that the deciding column was not found though unread columns might be it; undefined otherwise. */
export function undecidedWarning(
  feed: Feed,
  filled: ReadonlySet<string>,
  unread: readonly string[],
): string | undefined {
  const { deciding, titles }: FeedFields = FEED_FIELDS[feed]
  if (!deciding || filled.has(deciding.field) || unread.length === 0) return undefined
  const { field, otherwise } = deciding
  const parts = unread.slice(0, MAX_NAMED).map((column) => column.slice(0, 50))
  const more = unread.length > MAX_NAMED ? ` and ${unread.length - MAX_NAMED} more` : ''
  return `No column is known as ${titles[field]}, so every row is taken as ${otherwise}. Not looked at: ${parts.join(', ')}${more}`
}

const MAX_NAMED = 10

/**
 * Finds the column of each field by name: the field's own name, with or without a unit, or a known alternative. Falls
 * back to the field name.
 */
export function columnsByName(feed: Feed, columns: readonly string[]): Readonly<Record<string, string>> {
  const { fields, names }: FeedFields = FEED_FIELDS[feed]
  const titleOf = (field: string, column: string) => (isUnitField(field) ? splitTitleAndUnit(column).title : column)
  const columnOf = (field: string, known: readonly string[]) =>
    columns.some((column) => looseName(column) === looseName(field))
      ? undefined
      : known.flatMap((name) => columns.find((column) => plainName(titleOf(field, column)) === name) ?? [])[0]
  // Measures may have a unit in their heading: 'weight (g)'.
  const namesOf = (field: string) => names?.[field] ?? (isUnitField(field) ? [field] : [])
  return Object.fromEntries(fields.map((field) => [field, columnOf(field, namesOf(field)) ?? field]))
}

/** The fields for which a file without a mapping must have a column. */
export function neededFields(feed: Feed, columns: readonly string[]): readonly string[] {
  const { needed, oneOf = [] }: FeedFields = FEED_FIELDS[feed]
  const byName = columnsByName(feed, columns)
  const names = new Set(columns.map(looseName))
  const isThere = (field: string) => names.has(looseName(byName[field] ?? field))
  if (oneOf.some(isThere)) return needed
  return [...needed, ...(isThere('kind') ? oneOf.slice(-1) : oneOf.slice(0, 1))]
}

/** The permission of each feed. */
export const FEED_LEAVES = {
  orders: 'feeds.ordersFeed',
  despatches: 'feeds.despatchesFeed',
  'delivery-events': 'feeds.deliveryEventsFeed',
  returns: 'feeds.returnsFeed',
  stock: 'feeds.stockFeed',
  skus: 'feeds.skuDataFeed',
} as const satisfies Record<Feed, LeafPath>
