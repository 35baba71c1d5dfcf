import type { ReturnRow } from '@despatch/domain/feeds/rows/check-return-row'
import type { BoughtPieces } from '@despatch/domain/returns/life/match-return-event'
import type pg from 'pg'
import { Transaction } from '../../database/transaction.ts'
import { type BoxOfSku, boxesOf } from '../../stock/boxes-of.ts'

const keyOf = (...parts: string[]) => parts.join('\n')

/** Pieces of a box in an order; for a SKU that is no kit, of the SKU itself. */
type BoughtBox = { orderNumber: string; orderedAt: Date; bought: number; sent: number | null; returned: number }

/** Loads how many of their SKUs the orders of rows have, and which of the orders have not been despatched. */
export async function loadBoughtPieces(connection: pg.ClientBase, client: string, rows: readonly ReturnRow[]) {
  const boxes = await boxesOf(new Transaction(connection), client, [...new Set(rows.map(({ SKU }) => SKU))])
  const inBoxes = rows.flatMap((row) => (boxes.get(row.SKU) ?? []).map(({ SKU }) => ({ ...row, SKU })))
  // Count an order's pieces once, whether rows name the order or its account.
  const boxByKey = new Map<string, BoughtBox>()
  const orders = new Map<string, BoughtBox[]>()
  const unsent = new Set<string>()
  for (const {
    asked: lookupKey,
    order_number: orderNumber,
    sku_code,
    ordered_at: orderedAt,
    bought,
    returned,
    sent,
    has_left,
  } of [
    ...(await selectByOrders(connection, client, inBoxes)),
    ...(await selectByAccounts(connection, client, inBoxes)),
  ]) {
    const key = keyOf(orderNumber, sku_code)
    const box = boxByKey.get(key) ?? { orderNumber, orderedAt, bought, sent, returned }
    if (!has_left) unsent.add(orderNumber)
    boxByKey.set(key, box)
    orders.set(lookupKey, [...(orders.get(lookupKey) ?? []), box])
  }
  return {
    unsent,
    boughtOf({ orderNumber, customerAccount, SKU }: ReturnRow): BoughtPieces[] {
      const own = boxes.get(SKU) ?? []
      const ordersWith = (box: string) =>
        orders.get(orderNumber === '' ? keyOf('account', customerAccount, box) : keyOf('order', orderNumber, box)) ?? []
      const [first] = own
      return (first ? ordersWith(first.SKU) : []).flatMap(
        (of) => combineBoxes(own, (box) => boxByKey.get(keyOf(of.orderNumber, box))) ?? [],
      )
    },
    addReturned(orderNumber: string, SKU: string, pieces: number): void {
      for (const box of boxes.get(SKU) ?? []) {
        const one = boxByKey.get(keyOf(orderNumber, box.SKU))
        if (one) one.returned += pieces * box.quantity
      }
    },
  }
}

/** Computes the pieces of a SKU in an order from its boxes; undefined if the order lacks one of the boxes. */
function combineBoxes(
  own: readonly BoxOfSku[],
  boxOf: (sku: string) => BoughtBox | undefined,
): BoughtPieces | undefined {
  const all = own.flatMap(({ SKU, quantity }) => {
    const box = boxOf(SKU)
    return box ? { ...box, quantity } : []
  })
  const [first] = all
  if (!first || all.length < own.length) return undefined
  const wholeSkus = (pieces: (of: BoughtBox) => number) =>
    Math.min(...all.map((box) => Math.floor(pieces(box) / box.quantity)))
  const pieces = wholeSkus((box) => box.bought)
  if (pieces === 0) return undefined
  const sent = all.some((box) => box.sent === null) ? null : wholeSkus((box) => box.sent ?? 0)
  const left = wholeSkus((box) => (box.sent ?? box.bought) - box.returned)
  const { orderNumber, orderedAt } = first
  return { orderNumber, orderedAt, bought: pieces, sent, returned: (sent ?? pieces) - left }
}

type BoughtRow = {
  /** Key for {@link KnownReturns.boughtOf}. */
  asked: string
  order_number: string
  sku_code: string
  ordered_at: Date
  bought: number
  returned: number
  /** null if unknown, because a parcel of the order has no reported contents or there is no parcel. */
  sent: number | null
  has_left: boolean
}

/** SKUs that contain the SKU of `n`: itself, and kits with it as a box. */
const WITH_KITS = `(
    select n.sku_code, 1 as quantity
    union all
    select c.sku_code, c.quantity from sku_components c where c.client_code = $1 and c.component_code = n.sku_code
  ) k`

/** Joins how many of a SKU `n` the order `o` has. Within one return, a kit and its boxes are the same goods. */
const PIECES = `
  cross join lateral (
    select sum(quantity)::int as bought from (
      select l.quantity * k.quantity as quantity from ${WITH_KITS}
      join order_lines l on l.client_code = $1 and l.order_number = o.order_number and l.sku_code = k.sku_code
    ) lines having count(*) > 0
  ) b
  cross join lateral (
    select coalesce(sum(greatest(itself, in_kits)), 0)::int as returned from (
      select coalesce(sum(r.quantity) filter (where k.sku_code = n.sku_code), 0) as itself,
        coalesce(sum(r.quantity * k.quantity) filter (where k.sku_code <> n.sku_code), 0) as in_kits
      from ${WITH_KITS}
      join return_lines r on r.client_code = $1 and r.order_number = o.order_number and r.sku_code = k.sku_code
      group by r.return_reference
    ) lines
  ) r
  cross join lateral (
    select case when bool_and(c.sku_code is not null) then coalesce(sum(c.quantity * k.quantity), 0)::int end as sent,
      o.status in ('D', 'V') or count(*) > 0 as has_left
    from parcels p
    left join parcel_contents c on c.client_code = $1 and c.tracking_number = p.tracking_number
    left join ${WITH_KITS} on k.sku_code = c.sku_code
    where p.client_code = $1 and p.order_number = o.order_number
  ) s`

async function selectByOrders(connection: pg.ClientBase, client: string, rows: readonly ReturnRow[]) {
  const wanted = distinctPairs(rows, ({ orderNumber, SKU }) => (orderNumber === '' ? undefined : [orderNumber, SKU]))
  const { rows: found } = await connection.query<BoughtRow>(
    `select 'order' || E'\\n' || o.order_number || E'\\n' || n.sku_code as asked, o.order_number, o.ordered_at, n.sku_code,
       b.bought, r.returned, s.sent, s.has_left
     from unnest($2::text[], $3::text[]) as n (order_number, sku_code)
     join orders o on o.client_code = $1 and o.order_number = n.order_number ${PIECES}`,
    [client, wanted.map(([order]) => order), wanted.map(([, sku]) => sku)],
  )
  return found
}

async function selectByAccounts(connection: pg.ClientBase, client: string, rows: readonly ReturnRow[]) {
  const wanted = distinctPairs(rows, ({ orderNumber, customerAccount, SKU }) =>
    orderNumber === '' ? [customerAccount, SKU] : undefined,
  )
  if (wanted.length === 0) return []
  const { rows: found } = await connection.query<BoughtRow>(
    `select 'account' || E'\\n' || n.account || E'\\n' || n.sku_code as asked, o.order_number, o.ordered_at, n.sku_code,
       b.bought, r.returned, s.sent, s.has_left
     from unnest($2::text[], $3::text[]) as n (account, sku_code)
     join orders o on o.client_code = $1 and o.customer_account = n.account and o.customer_account <> '' and o.status <> 'C'
     ${PIECES}`,
    [client, wanted.map(([account]) => account), wanted.map(([, sku]) => sku)],
  )
  return found.toSorted(
    (one, other) =>
      one.ordered_at.getTime() - other.ordered_at.getTime() || (one.order_number < other.order_number ? -1 : 1),
  )
}

function distinctPairs(rows: readonly ReturnRow[], namesOf: (row: ReturnRow) => [string, string] | undefined) {
  const pairs = new Map<string, [string, string]>()
  for (const row of rows) {
    const names = namesOf(row)
    if (names) pairs.set(names.join('\n'), names)
  }
  return [...pairs.values()]
}
