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
const OWN_REFERENCE = 'The event’s own; without it, an event is the same when all that it says is'

export const FEED_TEXTS: Record<Feed, FeedTexts> = {
  orders: {
    title: 'Orders Feed',
    takes: 'Takes orders',
    lead: 'Each order is taken whole or not at all. Cells left empty in further rows of an order are those of its first row. Sending a file twice changes nothing, so after an interruption send it again.',
    button: 'Feed the orders',
    last: 'the last orders are being written',
    notes: {
      lineNumber: 'If empty, lines are numbered in order',
      unitValue: 'Like 12.50; without it, the SKU’s',
      totalValue: 'What the whole line is worth, where the file has that instead of the unit value',
      phone: 'What carriers do not take of it, such as an extension, goes into a note of the order',
      orderDate: `${DATE}; without it, now`,
      dispatchService: 'STANDARD, NEXT DAY or NAMED DAY; without it, STANDARD',
      date: 'The day of NAMED DAY; of a past order, the day it was due',
      status:
        'Of a past order Despatched, Delivered, Closed or Cancelled: it counts in reports and nothing is done for it. Without it, New',
      despatchedOn: 'Of a past order; without it, the day it was due',
      deliveredOn: 'Of a past order that is delivered or closed; without it, the day it left',
      country: 'Code or English name; without it, GB',
    },
  },
  despatches: {
    title: 'Despatches Feed',
    takes: 'Takes parcels with what is in them, and orders that are being picked or packed,',
    lead: 'Each row is a parcel, or one SKU or serial number in it. Orders are updated to match. Sending a file twice changes nothing, so after an interruption send it again.',
    button: 'Feed the despatches',
    last: 'the last parcels are being written',
    notes: {
      status: 'Picking, Packed or Despatched; without it, Despatched',
      trackingNumber: 'Needed once it is despatched',
      carrier: `Needed once it is despatched. ${CARRIER}`,
      despatchedAt: `${DATE}; without it, now`,
      promisedDate: 'Without it, the carrier service’s or the order’s usual days',
      quantity:
        'Of the SKU in this parcel; without it, 1. Several rows of a SKU add up: let the rows of a parcel follow one another',
    },
  },
  'delivery-events': {
    title: 'Delivery Events Feed',
    takes: 'Takes carriers’ delivery events',
    lead: 'Events can arrive in any order, even before their parcel. Unknown codes are kept and counted. Sending a file twice changes nothing, so after an interruption send it again.',
    button: 'Feed the events',
    last: 'the last events are being written',
    notes: {
      carrier: CARRIER,
      code: 'The carrier’s own code; its meaning is set in Carrier Event Codes',
      occurredAt: DATE,
      reason: 'Why, where the carrier says it; without it, what the code stands for',
      reference: OWN_REFERENCE,
    },
  },
  returns: {
    title: 'Returns Feed',
    takes: 'Takes what came back and what became of it',
    lead: 'Each row is one event for one SKU of a return. Sending a file twice changes nothing, so after an interruption send it again.',
    button: 'Feed the returns',
    last: 'the last events are being written',
    notes: {
      returnReference: 'Identifies the return',
      event: 'Announced, On its way back, Received, Inspected, Back in stock, Quarantined, Refunded or Rejected',
      occurredAt: `${DATE}; without it, now`,
      reasonCode: 'Why it came back',
      condition: 'Condition on arrival: ‘Box open’',
      reference: OWN_REFERENCE,
    },
  },
  stock: {
    title: 'Stock Feed',
    takes: 'Takes stock counts, goods in and adjustments',
    lead: 'Each row is a count, goods in or an adjustment of one SKU. The newest count applies, with what moved after it, whatever order files arrive in. New SKUs are added as unknown.',
    button: 'Feed the stock',
    last: 'the last counts are being written',
    notes: {
      kind: 'Count, goods-in or adjustment; if empty, count',
      stockOnHand: 'Of a count: the pieces that were there',
      type: 'An allocation code or its title; if empty, sellable',
      quantity: 'Of goods in and adjustments: what they add; an adjustment may take away (-3)',
      reason: 'Of an adjustment: why',
      reference: OWN_REFERENCE,
      availableStock: 'Stock on hand that is not reserved; if empty, all of it',
      asOf: `When it was counted or moved: ${DATE.toLowerCase()}; without it, now`,
      description: 'Of a SKU that is not known yet',
    },
  },
  skus: {
    title: 'SKU Data Feed',
    takes: 'Takes SKU data',
    lead: 'Each row is one SKU: what it is called, weighs and measures. An empty cell changes nothing, and SKUs that are not there are added. Orders that waited for a weight or size are looked at again.',
    button: 'Feed the SKU data',
    last: 'the last SKUs are being written',
    notes: {
      category: 'Several with ; between them',
      weight: 'Of one piece, in kg unless the column’s title, its cell or the mapping says g, oz or lb',
      length:
        'In cm unless the column’s title, its cell or the mapping says mm, m or in. Give all three sides, or none',
      boxes: 'The SKUs of the boxes it comes in, like TABLE-TOP; TABLE-LEG x 4; each box has a row of its own',
      value: 'Like 12.50: what a new order line starts with',
      serialNumbered: 'Yes or No',
    },
  },
}
