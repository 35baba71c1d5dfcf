import { type Feed, FEED_FIELDS, type FeedField } from '@despatch/domain/feeds/feed-fields'

type TitledFields = {
  readonly fields: readonly FeedField[]
  readonly needed: readonly FeedField[]
  readonly titles: Readonly<Partial<Record<FeedField, string>>>
}

/** The fields of a feed with their titles. */
export const titledFields = (feed: Feed): TitledFields => FEED_FIELDS[feed]

export const fieldTitle = (feed: Feed, field: FeedField) => titledFields(feed).titles[field] ?? field

type FeedTexts = {
  readonly title: string
  /** Contents of a file, as the start of a sentence that continues with 'of …' a client. */
  readonly takes: string
  /** Advice before sending. */
  readonly lead: string
  /** Label of the send button. */
  readonly button: string
  /** What is still being saved after the upload. */
  readonly last: string
  /** Notes on fields whose title is not enough. */
  readonly notes: Partial<Record<FeedField, string>>
}

const DATE = 'Like 2026-01-31 14:05, 31/01/2026 14:05 or 31-Jan-26; for other formats, set one in the mapping'
const CARRIER = 'Code or name; unknown carriers are kept as written'
const OWN_REFERENCE = 'The event’s own reference. If empty, identical events count once'

export const FEED_TEXTS: Record<Feed, FeedTexts> = {
  orders: {
    title: 'Orders Feed',
    takes: 'Imports orders',
    lead: 'If any line of an order fails, none of it is imported. Empty cells in later rows repeat the order’s first row. It’s safe to upload the same file twice.',
    button: 'Import orders',
    last: 'the last orders are being written',
    notes: {
      lineNumber: 'If empty, lines are numbered in order',
      unitValue: 'Like 12.50. If empty, the SKU’s',
      totalValue: 'Value of the whole line, if there is no unit value',
      phone: 'Extensions and other extras go into an order note',
      orderDate: `${DATE}. If empty, now`,
      dispatchService: 'STANDARD, NEXT DAY or NAMED DAY. If empty, STANDARD',
      date: 'The date for NAMED DAY, or the due date of a past order',
      status: 'For past orders, which only count in reports: Despatched, Delivered, Closed or Cancelled. If empty, New',
      despatchedOn: 'For past orders. If empty, the due date',
      deliveredOn: 'For delivered or closed past orders. If empty, the despatch date',
      country: 'Code or English name. If empty, GB',
    },
  },
  despatches: {
    title: 'Despatches Feed',
    takes: 'Imports parcels, their contents, and orders being picked or packed',
    lead: 'Each row is a parcel, or one SKU or serial number in it. Orders are updated to match. It’s safe to upload the same file twice.',
    button: 'Import despatches',
    last: 'the last parcels are being written',
    notes: {
      status: 'Picking, Packed or Despatched. If empty, Despatched',
      trackingNumber: 'Needed once it is despatched',
      carrier: `Needed once it is despatched. ${CARRIER}`,
      despatchedAt: `${DATE}. If empty, now`,
      promisedDate: 'If empty, from the usual days of the carrier service or order',
      quantity: 'Units of the SKU in this parcel. If empty, 1. Keep the rows of a parcel together',
    },
  },
  'delivery-events': {
    title: 'Delivery Events Feed',
    takes: 'Imports carriers’ delivery events',
    lead: 'Events can arrive in any order, even before their parcel. Unknown codes are kept. It’s safe to upload the same file twice.',
    button: 'Import events',
    last: 'the last events are being written',
    notes: {
      carrier: CARRIER,
      code: 'The carrier’s own code; its meaning is set in Carrier Event Codes',
      occurredAt: DATE,
      reason: 'The carrier’s reason. If empty, the meaning of the code',
      reference: OWN_REFERENCE,
    },
  },
  returns: {
    title: 'Returns Feed',
    takes: 'Imports returns and their outcomes',
    lead: 'Each row is one event for one SKU of a return. It’s safe to upload the same file twice.',
    button: 'Import returns',
    last: 'the last events are being written',
    notes: {
      returnReference: 'Identifies the return',
      event: 'Announced, On its way back, Received, Inspected, Back in stock, Quarantined, Refunded or Rejected',
      occurredAt: `${DATE}. If empty, now`,
      reasonCode: 'Why it was returned',
      condition: 'Condition on arrival: ‘Box open’',
      reference: OWN_REFERENCE,
    },
  },
  stock: {
    title: 'Stock Feed',
    takes: 'Imports stock counts, goods in and adjustments',
    lead: 'Each row is a count, goods in or an adjustment of one SKU. The newest count and later movements apply. New SKUs are added as unknown.',
    button: 'Import stock',
    last: 'the last counts are being written',
    notes: {
      kind: 'Count, goods-in or adjustment. If empty, count',
      stockOnHand: 'Units found in a count',
      type: 'An allocation code or its title. If empty, sellable',
      quantity: 'Units added by goods in or an adjustment. An adjustment can be negative (-3)',
      reason: 'Reason for an adjustment',
      reference: OWN_REFERENCE,
      availableStock: 'Stock on hand that is not reserved. If empty, all of it',
      asOf: `When it was counted or moved: ${DATE.toLowerCase()}. If empty, now`,
      description: 'For SKUs that are new',
    },
  },
  skus: {
    title: 'SKU Data Feed',
    takes: 'Imports SKU data',
    lead: 'Each row is one SKU with its title, weight and size. Empty cells change nothing. New SKUs are added. Orders without a weight or size are checked again.',
    button: 'Import SKU data',
    last: 'the last SKUs are being written',
    notes: {
      category: 'Separate several with ;',
      weight: 'Of one unit, in kg unless the column, cell or mapping says g, oz or lb',
      length:
        'In cm unless the column’s title, its cell or the mapping says mm, m or in. Enter all three sides, or none',
      boxes: 'The SKUs of the boxes it comes in, like TABLE-TOP; TABLE-LEG x 4; each box has a row of its own',
      value: 'Like 12.50. Default for new order lines',
      serialNumbered: 'Yes or No',
    },
  },
}
