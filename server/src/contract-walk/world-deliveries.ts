import { randomUUID } from 'node:crypto'
import { contract } from '@despatch/contract/contract'
import { SHORT_ACTS } from '@despatch/domain/orders/commands/sent-short'
import { makeDeliveryEvent, makeParcel } from '../testing/parcels.ts'
import type { TestDatabase } from '../testing/test-database.ts'
import type { SignedIn, TestPortal } from '../testing/test-portal.ts'

/** What becomes of a shop's orders: each call that changes something has its own. */
export type ShopDeliveries = {
  /** New orders, by the call that is made about them. */
  orders: Record<
    'released' | 'suspended' | 'cancelled' | 'amended' | 'previewed' | 'short' | 'closed' | 'erased',
    string
  >
  /** A command of the shop's user that suspended an order and can be undone. */
  command: string
  /** A file that was fed, whose order is New. */
  run: string
  carrier: string
  /** Delivered late, with a serial number, and returned. */
  trackingNumber: string
  despatchedOrder: string
  serial: string
  returnReference: string
  /** A reservation of stock: its id. */
  reservation: string
  /** Keys and webhooks by the call: ids. */
  key: string
  orphanedKey: string
  webhooks: Record<'read' | 'amended' | 'removed', string>
  /** A delivery of `webhooks.read` that was given up. */
  delivery: string
  /** A code of the shop's carrier that has a meaning. */
  code: string
}

type Given = { client: string; mark: string; SKU: string; as: SignedIn & { userId: number } }

/** Orders, a parcel with its events, a return, a stock count, an API key and webhooks of a shop. */
export async function openDeliveries(portal: TestPortal, given: Given): Promise<ShopDeliveries> {
  const on = portal.testDatabase
  const { client, mark, SKU } = given
  const order = async (name: string, status = 'N', version = 1) => {
    const number = `${client}-${name}`
    await on.asOwner(
      `insert into orders (client_code, order_number, status, version, source, ordered_at, dispatch_service, despatch_date,
         customer_last_name, address_line_1, post_code, country, quantity, item_count, total_value, currency_code, created_at, created_by)
       values ($1, $2, $3, $4, 'portal', now(), 'STANDARD', current_date + 14, $5, $5, 'SW1Y 4JH', 'GB', 2, 1, 20, 'GBP', now(), $5)`,
      [client, number, status, version, mark],
    )
    await on.asOwner('insert into order_lines values ($1, $2, 1, $3, 2, 10, 20)', [client, number, SKU])
    await on.asOwner(
      "insert into order_history (client_code, order_number, version, at, by_name, act, status) values ($1, $2, $3, now(), $4, 'Created', $5)",
      [client, number, version, mark, status],
    )
    return number
  }
  /** Despatched with one of its two pieces. */
  const short = async (name: string) => {
    const orderNumber = await order(name, 'D')
    await makeParcel(on, { client, orderNumber, trackingNumber: `${client}-T-${name}`, contents: [{ sku: SKU }] })
    return orderNumber
  }
  const orders = {
    released: await order('released'),
    suspended: await order('suspended'),
    cancelled: await order('cancelled'),
    amended: await order('amended'),
    previewed: await order('previewed'),
    short: await short('short'),
    closed: await short('closed'),
    erased: await order('erased', 'C'),
  }
  await on.asOwner(
    `with erasure as (
       insert into erasures (client_code, request_reference, reason, erased_at, by_name, orders, counts)
       values ($1, $2, 'request', now(), $2, 1, '{}') returning client_code, erasure_id
     )
     insert into erased_orders (client_code, order_number, erasure_id) select client_code, 'GONE', erasure_id from erasure`,
    [client, mark],
  )
  await on.asOwner(
    `with closed as (update orders set version = 2 where client_code = $1 and order_number = $2)
     insert into order_history (client_code, order_number, version, at, by_name, act, status)
     values ($1, $2, 2, now(), $3, '${SHORT_ACTS.close}', 'D')`,
    [client, orders.closed, mark],
  )
  const command = randomUUID()
  await on.asOwner(
    `insert into order_receipts (client_code, command_id, order_number, user_id, at, action, outcome, message, status_before,
       suspended_for_before, version_after)
     values ($1, $2, $3, $4, now(), 'suspend', 'done', $5, 'N', '', 2)`,
    [client, command, await order('undone', 'S', 2), given.as.userId, `${mark} was suspended`],
  )
  const run = await openRun(on, { client, mark, orderNumber: await order('fed') })
  return { orders, command, run, ...(await openParcels(on, given)), ...(await openKeys(portal, given)) }
}

/** A file that was fed, and made this order; gives its run. */
async function openRun(on: TestDatabase, given: { client: string; mark: string; orderNumber: string }) {
  const [run] = await on.asOwner(
    `with made as (
       insert into feed_runs (client_code, feed, started_at, ended_at, by_name, file_name, mapping)
       values ($1, 'orders', now(), now(), $3, $3, '') returning run_id
     ) update orders set feed_run = made.run_id from made where client_code = $1 and order_number = $2 returning feed_run`,
    [given.client, given.orderNumber, given.mark],
  )
  return String(run?.['feed_run'])
}

async function openParcels(on: TestDatabase, { client, mark, SKU }: Given) {
  const [carrier, serial, returnReference, code] = [`CAR-${client}`, `SN-${client}`, `RT-${client}`, `C-${client}`]
  const { trackingNumber, orderNumber } = await makeParcel(on, {
    client,
    carrier,
    trackingNumber: `TRACK-${client}`,
    orderNumber: `${client}-despatched`,
    carrierService: `Parcel ${client}`,
    deliveredAt: '2026-03-09T12:00:00Z',
    contents: [{ sku: SKU, serial }],
  })
  await makeDeliveryEvent(on, { client, trackingNumber, carrier, code, description: mark, location: mark })
  await on.asOwner(`insert into event_code_counts values ($1, $2, $3, 1, now(), now(), $4)`, [
    client,
    carrier,
    code,
    mark,
  ])
  await on.asOwner(
    `insert into carrier_event_codes (carrier, code, state, changed_at, changed_by) values ($1, $2, 'in_transit', now(), 'test')`,
    [carrier, code],
  )
  await on.asOwner(
    `insert into return_events values ($1, $2, gen_random_uuid(), $3, $4, 1, 'received', 'DAMAGED', '', $5, '', 'portal', now(), now())`,
    [client, orderNumber, returnReference, SKU, mark],
  )
  await on.asOwner("insert into stock_levels values ($1, $2, '', 5, 5, now(), now())", [client, SKU])
  await on.asOwner("insert into stock_counts values ($1, $2, 'SELLABLE', now(), 5000, 5000, now())", [client, SKU])
  await on.asOwner('insert into allocation_codes values ($1, $2, $2, true)', [client, mark])
  await on.asOwner('insert into stock_remains values ($1, $2, $3, 1)', [client, `${mark}-short`, SKU])
  const reservation = randomUUID()
  await on.asOwner(
    `with made as (
       insert into stock_reservations (client_code, reservation_id, sku_code, code, pieces, drawn, purpose, until_day, held_by, note, created_at, amended_at, amended_by)
       values ($1, $2, $3, 'SELLABLE', 2, 1, 'promotion', '2099-01-01', $4, $4, now(), now(), $4)
     ), drawn as (
       insert into stock_reservation_draws values ($1, $1 || '-despatched', $2, 1)
     ) insert into stock_reservation_history values ($1, $2, 1, now(), $4, 'Reserved', 2, '2099-01-01', $4)`,
    [client, reservation, SKU, mark],
  )
  await on.asOwner("insert into allocation_codes values ($1, 'OWN-' || $1, $2, false)", [client, mark])
  await on.asOwner('select rebuild_stock()')
  // What waits to be folded, as long as nobody does.
  await on.asOwner("insert into stock_deltas (client_code, sku_code, code, promised) values ($1, $2, 'SELLABLE', 0)", [
    client,
    SKU,
  ])
  return { carrier, trackingNumber, despatchedOrder: orderNumber, serial, returnReference, code, reservation }
}

async function openKeys(portal: TestPortal, { client, mark, as }: Given) {
  const on = portal.testDatabase
  const id = async (sql: string, values: unknown[]) => {
    const [row] = await on.asOwner(`${sql} returning *`, values)
    return String(row?.['key_id'] ?? row?.['delivery_id'] ?? row?.['webhook_id'])
  }
  const keyNamed = (name: string, userId: number) =>
    id(
      `insert into api_keys (name, token_hash, beginning, client_codes, feeds, is_internal, created_at, created_by, user_id)
     values ($1::text, sha256(convert_to($1::text, 'UTF8')), 'dsk_abcd', array[$2::text], array['feeds.stockFeed'], false, now(), $1::text, $3)`,
      [name, client, userId],
    )
  const key = await keyNamed(`${mark} key`, as.userId)
  // Its maker was deleted.
  const orphanedKey = await keyNamed(`${mark} orphaned key`, 0)
  const webhook = async (name: string) => {
    const body = {
      name: `${mark} ${name}`,
      url: `https://hooks.example.com/${client}`,
      events: ['order.released' as const],
      active: true,
    }
    return (await portal.call(contract.webhooks.create, { body }, as)).body.webhook._id
  }
  const webhooks = { read: await webhook('read'), amended: await webhook('amended'), removed: await webhook('removed') }
  const delivery = await id(
    `insert into webhook_deliveries (client_code, webhook_id, event_id, event, at, payload, status, next_attempt_at)
     values ($1, $2, gen_random_uuid(), 'order.created', now(), $3, 'failed', now())`,
    [client, webhooks.read, JSON.stringify({ orderNumber: mark })],
  )
  await on.asOwner('insert into webhook_attempts values ($1, $2, 1, now(), 500, $3, 12, false)', [
    client,
    delivery,
    mark,
  ])
  return { key, orphanedKey, webhooks, delivery }
}
