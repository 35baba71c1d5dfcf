import { randomUUID } from 'node:crypto'
import { contract } from '@despatch/contract/contract'
import { csv, type FeedPortal, openFeedPortal } from './feed-portal.ts'
import { makeDeliveryEvent, makeParcel } from './parcels.ts'

/** A person whose name occurs nowhere else. */
export const PERSON = {
  firstName: 'Zephyrine',
  lastName: 'Quagliotti',
  email: 'z.quagliotti@nowhere.example',
  phone: '+44 7700 909090',
  address: 'Wolpertinger Lodge',
  place: 'Nether Wallopshire',
  postCode: 'SW1Y 4JH',
} as const

/** Texts, in lower case, that must be nowhere once the person is erased. */
export const TRACES = [
  'zephyrine',
  'quagliotti',
  '7700 909090',
  '7700909090',
  'wolpertinger',
  'wallopshire',
  'sw1y 4jh',
  'sw1y4jh',
]

const LAYOUT = { columnVisibility: {}, columnOrder: [], columnSizing: {} }

export const ORDER_COLUMNS =
  'orderNumber,SKU,quantity,unitValue,orderDate,customerFirstName,customerLastName,email,phone,addressLine1,addressLine2,postCode'

/** Rows for the orders feed, one order of the person each. */
export const personOrders = (...numbers: string[]) =>
  csv(
    numbers.map((number) => [
      number,
      'RED',
      2,
      4,
      '2026-03-02',
      PERSON.firstName,
      PERSON.lastName,
      PERSON.email,
      PERSON.phone,
      PERSON.address,
      PERSON.place,
      PERSON.postCode,
    ]),
    ORDER_COLUMNS,
  )

/**
 * Opens a feed portal with the person in every table that may contain one: the order P-1, delivered, with its parcel PARCEL-1,
 * its return RT-1 with a photo, its claim, notes, tags and an amendment that can be undone. P-2 is cancelled.
 */
export async function openPersonsPortal(): Promise<FeedPortal> {
  const on = await openFeedPortal()
  const { me, portal } = on
  await on.feed(personOrders('P-1', 'P-2'))
  // A file that is refused because of the person's data.
  await on.feed(
    csv(
      [
        [
          'P-3',
          'RED',
          1,
          4,
          '2026-03-02',
          PERSON.firstName,
          PERSON.lastName,
          `${PERSON.email}@`,
          'none',
          PERSON.address,
          '',
          'SW1Y 4JHX',
        ],
      ],
      ORDER_COLUMNS,
    ),
  )
  await amendPhone(on, 'P-1')
  await portal.call(contract.orders.addNote, { body: { orderNumber: 'P-1', note: `${PERSON.firstName} rang` } }, me, {
    'idempotency-key': 'a-note',
  })
  await portal.call(
    contract.orders.tag,
    { body: { orders: [{ orderNumber: 'P-1' }], add: [`For ${PERSON.lastName}`, 'Gift'] } },
    me,
  )
  await portal.call(
    contract.orders.cancel,
    { body: { orders: [{ orderNumber: 'P-2' }], note: `Customer asked: ${PERSON.firstName} changed her mind` } },
    me,
  )
  await portal.call(
    contract.session.saveView,
    {
      body: {
        table: 'orders',
        name: 'Hers',
        search: `?email=${PERSON.email.replace('@', '%40')}`,
        layout: LAYOUT,
        isShared: false,
      },
    },
    me,
  )
  await deliver(on)
  await makeReturnAndClaim(on)
  return on
}

async function amendPhone(on: FeedPortal, orderNumber: string): Promise<void> {
  const { body } = await on.portal.call(contract.orders.searchByOrderNumber, { body: { orderNumber } }, on.me)
  const [order] = body.Orders
  if (!order) throw new Error('The order is not there')
  const {
    customerFirstName,
    customerLastName,
    email,
    country,
    addressLine1,
    addressLine2,
    addressLine3,
    addressLine4,
  } = order
  await on.portal.call(
    contract.orders.amend,
    {
      body: {
        orderNumber,
        version: order.version,
        customerFirstName,
        customerLastName,
        email,
        phone: '+44 7700 909099',
        country,
        addressLine1,
        addressLine2,
        addressLine3,
        addressLine4,
        postCode: order.postCode,
      },
    },
    on.me,
  )
}

async function makeReturnAndClaim({ me, portal, feedRows }: FeedPortal): Promise<void> {
  const { asOwner } = portal.testDatabase
  await feedRows(
    'returns',
    csv(
      [['RT-1', 'P-1', 'RED', 1, 'Refunded', '2026-03-19', 'DAMAGED', `${PERSON.firstName} was sorry`]],
      'returnReference,orderNumber,SKU,quantity,event,occurredAt,reasonCode,note',
    ),
  )
  await asOwner(
    `insert into announced_returns (client_code, return_reference, order_number, announced_key, announced_at, channel, by_name, state,
       review, review_reason, book_version, saw, parcels, fee, postage)
     values ($1, 'RT-1', 'P-1', 'key', '2026-03-10', 'portal', '', 'refunded', 'allowed', $2, 1, '{}', '[]', 0, 0)`,
    [me.client, `${PERSON.lastName} is known`],
  )
  await asOwner(
    `insert into announced_lines (client_code, return_reference, line_number, order_number, sku_code, quantity, reason_code, comment,
       resolution, answer, text, restocked, refunded)
     values ($1, 'RT-1', 1, 'P-1', 'RED', 1, 'DAMAGED', $2, 'refund', 'allowed', '', 1, 1)`,
    [me.client, `Call me at ${PERSON.phone}`],
  )
  await asOwner(
    `insert into return_steps (client_code, return_reference, step_number, step, at, told_at, by_name, reason, pieces)
     values ($1, 'RT-1', 1, 'refunded', now(), now(), 'desk', $2, '[]')`,
    [me.client, `Spoke to ${PERSON.firstName}`],
  )
  await asOwner(
    `insert into return_photos (client_code, photo_id, token_hash, line_number, return_reference, bytes, width, height, stored_at, delete_at)
     values ($1, $2, 'x', 1, 'RT-1', 'photo of Quagliotti', 1, 1, now(), now() + interval '1 year')`,
    [me.client, randomUUID()],
  )
  await asOwner(
    `insert into shopper_drafts (client_code, token_hash, order_number, asked, made_at)
     values ($1, 'y', 'P-1', $2, now())`,
    [me.client, JSON.stringify({ comment: PERSON.address })],
  )
  await asOwner(
    `insert into mails (recipient, subject, body, created_at, next_attempt_at, shopper_of)
     values ($2, 'Your return', 'sealed', now(), now() + interval '1 day', $1)`,
    [me.client, PERSON.email],
  )
  await asOwner(
    `with made as (
       insert into claims (client_code, tracking_number, carrier, carrier_name, carrier_service, order_number, cause, state,
         despatched_on, deadline, currency, goods, carriage, claimed, submission_no, prepared_at, prepared_by, closed_at)
       values ($1, 'PARCEL1', 'DPD', 'DPD', '', 'P-1', 'damaged', 'refused', '2026-03-02', '2026-04-02', 'GBP', 10, 0, 10, 1, now(), 'desk', now())
       returning client_code, claim_id
     ), said as (
       insert into claim_events (client_code, claim_id, at, by_name, what, text)
       select client_code, claim_id, now(), 'desk', 'message', $2 from made
     )
     insert into claim_files (client_code, file_id, claim_id, name, type, bytes, added_at, added_by)
     select client_code, $3, claim_id, $4, 'application/pdf', 'Invoice to Quagliotti', now(), 'desk' from made`,
    [me.client, `Dear ${PERSON.lastName}`, randomUUID(), `${PERSON.lastName}.pdf`],
  )
}

async function deliver({ me, portal }: FeedPortal): Promise<void> {
  const owner = portal.testDatabase
  await makeParcel(owner, {
    client: me.client,
    orderNumber: 'P-1',
    trackingNumber: 'PARCEL1',
    deliveredAt: '2026-03-05T12:00:00Z',
    contents: [{ sku: 'RED' }],
  })
  await makeDeliveryEvent(owner, {
    client: me.client,
    trackingNumber: 'PARCEL1',
    description: `Signed by ${PERSON.lastName}`,
    location: PERSON.place,
  })
  await owner.asOwner("update orders set status = 'V' where client_code = $1 and order_number = 'P-1'", [me.client])
}
