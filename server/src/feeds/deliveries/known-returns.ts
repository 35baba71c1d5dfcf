import type { ReturnRow } from '@despatch/domain/feeds/rows/check-return-row'
import type { BoughtPieces, KnownReturn } from '@despatch/domain/returns/life/meet-return'
import type { LifeState } from '@despatch/domain/returns/life/return-state'
import type pg from 'pg'

/** What is known of the returns of some rows, and of the orders that they may be of; what rows add is noted in it. */
export type KnownReturns = {
  /** Whether an event is there already: of the order that a row names, or of any where it names none. */
  hasEvent(row: ReturnRow, key: string): boolean
  /** What the event says that is there, where there is one. */
  eventOf(row: ReturnRow, key: string): KnownEvent | undefined
  addEvent(row: ReturnRow, key: string): void
  /** What the return of a row has of its SKU: in the order that it names, or in all. */
  returnOf(row: ReturnRow): KnownReturn[]
  /** What was bought of its SKU: in the order that it names, or by its customer, oldest first. */
  boughtOf(row: ReturnRow): BoughtPieces[]
  /** Whether an order is known not to have left. */
  isUnsent(orderNumber: string): boolean
}

export type KnownEvent = { readonly SKU: string; readonly state: LifeState; readonly quantity: number }

const keyOf = (...parts: string[]) => parts.join('\n')

function addTo(returns: Map<string, KnownReturn[]>, key: string, event: EventRow): void {
  const parts = returns.get(key) ?? []
  returns.set(key, parts)
  const { order_number: orderNumber, return_reference: reference, state, quantity } = event
  let part = parts.find((one) => one.orderNumber === orderNumber && one.reference === reference)
  if (!part) parts.push((part = { orderNumber, reference, reached: new Map() }))
  part.reached.set(state, (part.reached.get(state) ?? 0) + quantity)
}

/** Loads it for a client, in a transaction that looks up by key. */
export async function loadKnownReturns(
  connection: pg.ClientBase,
  client: string,
  rows: readonly ReturnRow[],
): Promise<KnownReturns> {
  const events = new Map<string, KnownEvent>()
  const returns = new Map<string, KnownReturn[]>()
  const bought = new Map<string, BoughtPieces[]>()
  for (const event of await eventsOf(connection, client, rows)) {
    const { sku_code: SKU, state, quantity } = event
    const own = keyOf(event.order_number, event.event_key)
    const inAll = keyOf('', event.event_key)
    // One that is found by both its references counts once.
    if (!events.has(own)) events.set(inAll, { SKU, state, quantity: quantity + (events.get(inAll)?.quantity ?? 0) })
    events.set(own, { SKU, state, quantity })
    const told = event.told_reference || event.return_reference
    for (const name of new Set([event.return_reference, told]))
      for (const order of ['', event.order_number]) addTo(returns, keyOf(order, name, event.sku_code), event)
  }
  // An order's pieces are the same whether a row names the order or its account.
  const lines = new Map<string, BoughtPieces>()
  const unsent = new Set<string>()
  for (const { asked, order_number, sku_code, ordered_at, bought: pieces, returned, sent, has_left } of [
    ...(await boughtInOrders(connection, client, rows)),
    ...(await boughtByAccounts(connection, client, rows)),
  ]) {
    const key = keyOf(order_number, sku_code)
    const line = lines.get(key) ?? { orderNumber: order_number, orderedAt: ordered_at, bought: pieces, sent, returned }
    if (!has_left) unsent.add(order_number)
    lines.set(key, line)
    bought.set(asked, [...(bought.get(asked) ?? []), line])
  }
  const listOf = <Item>(lists: Map<string, Item[]>, key: string) => {
    const list = lists.get(key) ?? []
    lists.set(key, list)
    return list
  }
  return {
    hasEvent: ({ orderNumber }, key) => events.has(keyOf(orderNumber, key)),
    eventOf: ({ orderNumber }, key) => events.get(keyOf(orderNumber, key)),
    addEvent: ({ orderNumber, SKU, event: state, quantity }, key) =>
      void events.set(keyOf(orderNumber, key), { SKU, state, quantity }),
    returnOf: ({ orderNumber, returnReference, SKU }) => listOf(returns, keyOf(orderNumber, returnReference, SKU)),
    isUnsent: (orderNumber) => unsent.has(orderNumber),
    boughtOf: ({ orderNumber, customerAccount, SKU }) =>
      listOf(bought, orderNumber === '' ? keyOf('account', customerAccount, SKU) : keyOf('order', orderNumber, SKU)),
  }
}

type EventRow = {
  order_number: string
  event_key: string
  return_reference: string
  told_reference: string
  sku_code: string
  state: LifeState
  quantity: number
}

async function eventsOf(connection: pg.ClientBase, client: string, rows: readonly ReturnRow[]): Promise<EventRow[]> {
  const { rows: found } = await connection.query<EventRow>(
    `select e.* from unnest($2::text[]) as n (reference) cross join lateral (
       select order_number, event_key::text, return_reference, told_reference, sku_code, state, quantity from return_events
       where client_code = $1 and return_reference between n.reference and n.reference
       order by return_reference offset 0
     ) e
     union all
     select e.* from unnest($2::text[]) as n (reference) cross join lateral (
       select order_number, event_key::text, return_reference, told_reference, sku_code, state, quantity from return_events
       where client_code = $1 and told_reference between n.reference and n.reference and told_reference <> ''
       order by told_reference offset 0
     ) e`,
    [client, [...new Set(rows.map(({ returnReference }) => returnReference))]],
  )
  return found
}

type BoughtRow = {
  /** As {@link KnownReturns.boughtOf} asks. */
  asked: string
  order_number: string
  sku_code: string
  ordered_at: Date
  bought: number
  returned: number
  /** null where nobody knows: a parcel of the order is there whose contents nobody has given, or none at all. */
  sent: number | null
  has_left: boolean
}

/** What an order has of a SKU, in a statement that has looked the order up as `o`, for a wanted `n`. */
const PIECES = `
  cross join lateral (
    select sum(quantity)::int as bought from (
      select quantity from order_lines l
      where l.client_code = $1 and l.order_number = o.order_number and l.sku_code = n.sku_code
      order by line_number offset 0
    ) lines having count(*) > 0
  ) b
  cross join lateral (
    select coalesce(sum(quantity), 0)::int as returned from (
      select quantity from return_lines r
      where r.client_code = $1 and r.order_number between o.order_number and o.order_number and r.sku_code = n.sku_code
      order by order_number, return_reference offset 0
    ) lines
  ) r
  cross join lateral (
    select case when bool_and(c.sku_code is not null) then coalesce(sum(c.quantity) filter (where c.sku_code = n.sku_code), 0)::int end as sent,
      o.status in ('D', 'V') or count(*) > 0 as has_left
    from (
      select tracking_number from parcels p
      where p.client_code = $1 and p.order_number between o.order_number and o.order_number order by order_number offset 0
    ) p left join lateral (
      select sku_code, quantity from parcel_contents
      where client_code = $1 and tracking_number between p.tracking_number and p.tracking_number
      order by tracking_number offset 0
    ) c on true
  ) s`

async function boughtInOrders(connection: pg.ClientBase, client: string, rows: readonly ReturnRow[]) {
  const wanted = distinct(rows, ({ orderNumber, SKU }) => (orderNumber === '' ? undefined : [orderNumber, SKU]))
  const { rows: found } = await connection.query<BoughtRow>(
    `select 'order' || E'\\n' || o.order_number || E'\\n' || n.sku_code as asked, o.*, n.sku_code, b.bought, r.returned, s.sent, s.has_left
     from unnest($2::text[], $3::text[]) as n (order_number, sku_code) cross join lateral (
       select order_number, ordered_at, status from orders
       where client_code = $1 and order_number between n.order_number and n.order_number order by order_number limit 1
     ) o ${PIECES}`,
    [client, wanted.map(([order]) => order), wanted.map(([, sku]) => sku)],
  )
  return found
}

async function boughtByAccounts(connection: pg.ClientBase, client: string, rows: readonly ReturnRow[]) {
  const wanted = distinct(rows, ({ orderNumber, customerAccount, SKU }) =>
    orderNumber === '' ? [customerAccount, SKU] : undefined,
  )
  if (wanted.length === 0) return []
  const { rows: found } = await connection.query<BoughtRow>(
    `select 'account' || E'\\n' || n.account || E'\\n' || n.sku_code as asked, o.*, n.sku_code, b.bought, r.returned, s.sent, s.has_left
     from unnest($2::text[], $3::text[]) as n (account, sku_code) cross join lateral (
       select order_number, ordered_at, status from orders
       where client_code = $1 and customer_account = n.account and customer_account <> '' and status <> 'C'
       order by ordered_at, order_number offset 0
     ) o ${PIECES}`,
    [client, wanted.map(([account]) => account), wanted.map(([, sku]) => sku)],
  )
  return found.toSorted(
    (one, other) =>
      one.ordered_at.getTime() - other.ordered_at.getTime() || (one.order_number < other.order_number ? -1 : 1),
  )
}

function distinct(rows: readonly ReturnRow[], namesOf: (row: ReturnRow) => [string, string] | undefined) {
  const pairs = new Map<string, [string, string]>()
  for (const row of rows) {
    const names = namesOf(row)
    if (names) pairs.set(names.join('\n'), names)
  }
  return [...pairs.values()]
}

/** The orders of returns that are known by their events, by the references of rows that name neither an order nor an account. */
export async function ordersOfReturns(
  connection: pg.ClientBase,
  client: string,
  rows: readonly ReturnRow[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const asked = rows.filter(({ orderNumber, customerAccount }) => orderNumber === '' && customerAccount === '')
  const events = asked.length === 0 ? [] : await eventsOf(connection, client, asked)
  const orders = new Map<string, Set<string>>()
  for (const { return_reference, told_reference, order_number } of events)
    for (const reference of new Set([return_reference, told_reference || return_reference]))
      orders.set(reference, (orders.get(reference) ?? new Set()).add(order_number))
  return new Map([...orders].map(([reference, of]) => [reference, [...of]]))
}
