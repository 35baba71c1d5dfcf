import { contract } from '@despatch/contract/contract'
import type { OrderCommand } from '@despatch/domain/orders/commands/order-verdict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkFacts, foldFacts, rebuildFacts } from '../figures/deltas.ts'
import { stockFacts } from '../stock/ledger/stock-facts.ts'
import { seededRandom } from '../demo/seeded-random.ts'
import { commandedOrders } from '../testing/commanded-orders.ts'
import { csv } from '../testing/feed-portal.ts'
import { inNumber } from '../testing/in-number.ts'
import { openTestPortal, type TestPortal } from '../testing/test-portal.ts'

let portal: TestPortal
let on: ReturnType<typeof commandedOrders>
beforeAll(async () => {
  portal = await openTestPortal({ webhookAllow: [] })
  on = commandedOrders(portal)
})
afterAll(() => portal.close())

test('commands, amendments and the feeds of warehouse and carriers, eight at a time: orders, parcels, capacity, stock and what webhooks are told agree', async () => {
  const as = await on.shop()
  const all = Array.from({ length: 30 }, (_, index) => `O-${index}`)
  await on.create(as, ...all)
  const random = seededRandom(7)
  const events = [
    'amended',
    'suspended',
    'released',
    'cancelled',
    'undone',
    'picking',
    'packed',
    'despatched',
    'delivered',
  ]
  const hook = await portal.call(
    contract.webhooks.create,
    {
      body: {
        name: 'All',
        url: 'https://hooks.invalid/',
        events: [...events.map((event) => `order.${event}` as 'order.amended'), 'parcel.pending', 'parcel.delivered'],
        active: true,
      },
    },
    as,
  )
  expect(hook.status).toBe(200)

  const feed = async (name: 'despatches' | 'delivery-events' | 'stock', body: string) => {
    const { status } = await fetch(`${portal.url}/api/feeds/${name}`, {
      method: 'POST',
      headers: { access_token: as.token, client: as.client, 'content-type': 'text/csv' },
      body,
    })
    expect(status).toBe(200)
  }
  const amend = async (orderNumber: string) => {
    const [row] = await on.rows(
      'select version from orders where client_code = $1 and order_number = $2',
      as.client,
      orderNumber,
    )
    const body = {
      orderNumber,
      version: Number(row?.['version']),
      customerFirstName: 'Ada',
      customerLastName: 'Lovelace',
      email: 'ada@example.com',
      phone: '',
      country: 'GB',
      addressLine1: '12 St James Square',
      addressLine2: `Flat ${random.whole(1, 1_000_000)}`,
      addressLine3: '',
      addressLine4: '',
      postCode: 'SW1Y 4JH',
      dispatchService: 'STANDARD' as const,
      items: [{ SKU: as.SKU, quantity: random.whole(1, 9) }],
    }
    const { status } = await portal.call(contract.orders.amend, { body }, as)
    // It went through, someone was quicker, or the warehouse had it.
    expect([200, 409, 422]).toContain(status)
  }
  const some = () => Array.from({ length: random.whole(1, 8) }, () => random.of(all))
  const despatches = (orders: string[]) =>
    feed(
      'despatches',
      csv(
        orders.map((order) => [
          order,
          `T-${order}`,
          'DPD',
          random.of(['Picking', 'Packed', 'Despatched']),
          random.of([as.SKU, '']),
          random.whole(1, 2),
        ]),
        'orderNumber,trackingNumber,carrier,status,SKU,quantity',
      ),
    )
  const carrierEvents = (orders: string[], codes = ['in_transit', 'delivered']) =>
    feed(
      'delivery-events',
      csv(
        orders.map((order) => [`T-${order}`, 'DPD', random.of(codes), '2026-03-03 08:00']),
        'trackingNumber,carrier,code,occurredAt',
      ),
    )
  const counts = () =>
    feed(
      'stock',
      csv(
        [
          [as.SKU, 'count', random.whole(0, 500), ''],
          [as.SKU, 'goods-in', '', 5],
        ].map((row) => [...row, '2026-03-0' + random.whole(1, 9)]),
        'SKU,kind,stockOnHand,quantity,asOf',
      ),
    )
  const given: string[] = []
  const total = inNumber(150, 600)
  let left = total
  const work = async () => {
    while (left-- > 0) {
      const orders = some()
      const what = random.of([
        'suspend',
        'release',
        'suspend',
        'release',
        'undo',
        'cancel',
        'amend',
        'amend',
        'despatch',
        'despatch',
        'carrier',
        'count',
      ])
      if (what === 'amend') await amend(random.of(all))
      // The warehouse begins when half is done: what it has had is nobody's to command.
      else if (what === 'despatch' && left < total / 2) await despatches(orders.slice(0, 2))
      else if (what === 'carrier' && left < total / 2) await carrierEvents(orders)
      else if (what === 'count') await Promise.all([counts(), foldFacts(portal.database, [stockFacts])])
      else if (what === 'undo') {
        const before = given.pop()
        if (before) await on.undo(as, before)
      } else if (what === 'suspend' || what === 'release' || (what === 'cancel' && left < total / 4))
        given.push((await on.act(as, what satisfies OrderCommand, orders)).commandId)
    }
  }
  // What becomes of these does not hang on who was quicker.
  const certain = async () => {
    const sent = { SHORT: 1, WHOLE: 2 }
    await on.create(as, ...Object.keys(sent))
    const rows = Object.entries(sent).map(([order, pieces]) => [order, `T-${order}`, 'DPD', as.SKU, pieces])
    await feed('despatches', csv(rows, 'orderNumber,trackingNumber,carrier,SKU,quantity'))
    await carrierEvents(Object.keys(sent), ['delivered'])
  }
  await Promise.all([...Array.from({ length: 8 }, work), certain()])

  await on.capacityTaken(as.client)
  expect(await checkFacts(portal.database, [stockFacts])).toEqual({ stock: 0 })
  const balance = `select on_hand, promised from stock_known where client_code = $1 order by code`
  const kept = await on.rows(balance, as.client)
  await rebuildFacts(portal.database, stockFacts)
  expect(await on.rows(balance, as.client)).toEqual(kept)
  const orders = await on.rows(
    `select status, version, suspended_for,
       (select array_agg(version order by version) from order_history h where h.client_code = o.client_code and h.order_number = o.order_number) as versions,
       (select status from order_history h where h.client_code = o.client_code and h.order_number = o.order_number order by version desc limit 1) as last,
       (select count(*)::int from consignments c where c.client_code = o.client_code and c.order_number = o.order_number and ended_at is null) as standing,
       (select bool_and(state = 'delivered') from parcels p where p.client_code = o.client_code and p.order_number = o.order_number) as arrived,
       (select sum(c.quantity)::int from parcels p join parcel_contents c using (client_code, tracking_number) where p.client_code = o.client_code and p.order_number = o.order_number) as sent,
       quantity
     from orders o where client_code = $1`,
    as.client,
  )
  const reached = new Set(orders.map(({ status }) => status))
  expect([reached.has('D'), reached.has('V'), reached.size > 3]).toEqual([true, true, true])
  for (const { status, version, versions, last, standing, suspended_for, arrived, sent, quantity } of orders) {
    expect([versions, last]).toEqual([Array.from({ length: Number(version) }, (_, index) => index + 1), status])
    if (status === 'N' || status === 'R') expect(standing).toBe(1)
    if (status === 'S' || status === 'C') expect(standing).toBe(0)
    expect(suspended_for !== '').toBe(status === 'S')
    // One that is known to have been sent short waits for the rest, though its parcel arrived.
    const isWhole = sent === null || Number(sent) >= Number(quantity)
    expect(status === 'V', JSON.stringify({ status, arrived, sent, quantity })).toBe(arrived === true && isWhole)
  }
  const [told] = await on.rows(
    `select (select count(*) from webhook_deliveries d where d.client_code = $1 and event like 'order.%')::int as orders,
       (select count(*) from order_history h where h.client_code = $1 and act <> 'Created')::int as entries,
       (select count(*) from webhook_deliveries d where d.client_code = $1 and event = 'parcel.delivered')::int as delivered,
       (select count(*) from parcels p where p.client_code = $1 and delivered_at is not null)::int as parcels`,
    as.client,
  )
  expect([told?.['orders'], told?.['delivered']]).toEqual([told?.['entries'], told?.['parcels']])
}, 120_000)

test('the history of orders that are cancelled and despatched at once begins with their last status', async () => {
  const as = await on.shop()
  const all = Array.from({ length: 20 }, (_, index) => `AT-ONCE-${index}`)
  await on.create(as, ...all)
  const despatch = async (order: string) => {
    const body = csv([[order, `T-${order}`, 'DPD']], 'orderNumber,trackingNumber,carrier')
    const headers = { access_token: as.token, client: as.client, 'content-type': 'text/csv' }
    expect((await fetch(`${portal.url}/api/feeds/despatches`, { method: 'POST', headers, body })).status).toBe(200)
  }
  await Promise.all(all.flatMap((order) => [on.act(as, 'cancel', [order]), despatch(order)]))
  const statuses = await on.statuses(as.client)
  for (const order of all) {
    const { body } = await portal.call(contract.enquiries.orderHistory, { body: { customerReference: order } }, as)
    const versions = body.entries.map(({ version }) => version)
    expect(versions).toEqual(Array.from(versions, (_, index) => versions.length - index))
    expect(body.entries[0]?.Status).toBe(statuses[order])
    expect(statuses[order]).toBe('D')
  }
})
