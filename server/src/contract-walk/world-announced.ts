import { makeDespatchedOrder } from '../testing/returns.ts'
import type { TestDatabase } from '../testing/test-database.ts'
import type { SignedIn, TestPortal } from '../testing/test-portal.ts'

/** Announced returns of a shop's despatched order: each call that changes something has its own. */
export type ShopAnnounced = Record<'waiting' | 'came' | 'sent' | 'taken', string> & {
  /** An order with everything left to return. */
  readonly order: string
}

type AnnouncedInput = { client: string; mark: string; orderNumber: string; SKU: string }

/** Four returns: one waits for a review, one has arrived, and two are announced. */
export async function openAnnounced(
  portal: TestPortal,
  input: AnnouncedInput & { as: SignedIn },
): Promise<ShopAnnounced> {
  const named = (name: string) => `R${input.client}${name}`
  const announced = { waiting: named('WAITING'), came: named('CAME'), sent: named('SENT'), taken: named('TAKEN') }
  for (const [name, reference] of Object.entries(announced))
    await announce(portal.testDatabase, {
      ...input,
      reference,
      isWaiting: name === 'waiting',
      hasCome: name === 'came',
    })
  const { client, as, mark, SKU: sku } = input
  const { orderNumber: order } = await makeDespatchedOrder(portal, { client, as, sku, mark, orderNo: `${client}-BACK` })
  return { ...announced, order }
}

async function announce(
  on: TestDatabase,
  input: AnnouncedInput & { reference: string; isWaiting: boolean; hasCome: boolean },
) {
  const { client, mark, orderNumber, SKU, reference, isWaiting, hasCome } = input
  const state = hasCome ? 'received' : 'announced'
  const line = { lineNumber: 1, sku: SKU, categories: [], quantity: 1, value: 100_000, weight: null, length: null }
  const saw = {
    order: {
      orderNumber,
      customer: 'consumer',
      orderedOn: '2026-03-01',
      despatchedOn: '2026-03-02',
      deliveredOn: null,
      country: 'GB',
      region: null,
      value: 100_000,
      lines: [{ ...line, serialNumbered: false }],
    },
    facts: { hadDeliveryException: false, earlierReturns: [], lines: [{ lineNumber: 1, returnable: 1, serials: [] }] },
    asked: { lines: [{ lineNumber: 1, quantity: 1, reason: 'MIND', resolution: 'refund' }] },
    at: '2026-03-10T10:00:00.000Z',
  }
  await on.asOwner(
    `insert into announced_returns (client_code, return_reference, order_number, announced_key, announced_at, channel, by_name,
       state, review, book_version, saw, parcels, fee, postage, refund_due_on)
     values ($1, $2, $3, $2, '2026-03-10T10:00:00Z', 'portal', '', $4, $5, 1, $6, '[]', 0, 0, $7)`,
    [
      client,
      reference,
      orderNumber,
      state,
      isWaiting ? 'waiting' : 'none',
      JSON.stringify(saw),
      hasCome ? '2026-03-26' : null,
    ],
  )
  await on.asOwner(
    `insert into announced_lines (client_code, return_reference, order_number, line_number, sku_code, quantity, reason_code,
       comment, resolution, answer, text, destination, ${state})
     values ($1, $2, $3, 1, $4, 1, 'MIND', $5, 'refund', $6, '', 'returns-centre', 1)`,
    [client, reference, orderNumber, SKU, `${mark} comment`, isWaiting ? 'review' : 'allowed'],
  )
  await on.asOwner(
    `insert into return_steps values ($1, $2, 1, 'announced', '2026-03-10T10:00:00Z', now(), '', '',
       '[{"lineNumber": 1, "quantity": 1}]')`,
    [client, reference],
  )
  await on.asOwner(`insert into return_mails values ($1, $2, 1, 'announced', now())`, [client, reference])
}
