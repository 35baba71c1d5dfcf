import { randomUUID } from 'node:crypto'
import { contract } from '@despatch/contract/contract'
import { makeSku } from '../testing/factories.ts'
import { orderBody } from '../testing/order-body.ts'
import { carrierItem, makeRuleBook, methodItem } from '../testing/rule-books.ts'
import type { TestDatabase } from '../testing/test-database.ts'
import type { SignedIn, TestPortal } from '../testing/test-portal.ts'

/** Items of a shop's rule book: each call that changes something has its own. */
export type ShopRouting = {
  carrier: string
  otherCarrier: string
  /** Methods by the call that is made about them. */
  methods: Record<'read' | 'single' | 'matrix' | 'amended' | 'ended' | 'limits' | 'cleared', string>
  routes: Record<'amended' | 'removed', string>
  category: string
  product: string
  box: string
  /** A what-if that runs, with one consignment that would travel otherwise. */
  whatIf: string
  /** An order that no method of the shop may carry. */
  waitingOrder: string
  /** An order whose carrier is chosen by hand. */
  orderToChoose: string
}

/** A carrier's cost, in ten-thousandths of a pound, and its capacity: numbers that occur nowhere else. */
export const MARKED_COST = 77_777
export const MARKED_CAPACITY = 8642

const methodsOf = (client: string) => ({
  read: `READ-${client}`,
  single: `SINGLE-${client}`,
  matrix: `MATRIX-${client}`,
  amended: `AMENDED-${client}`,
  ended: `ENDED-${client}`,
  limits: `LIMITS-${client}`,
  cleared: `CLEARED-${client}`,
})

/** A client's rule book in two versions, a product of two boxes, and a category. */
export async function openRouting(
  on: TestDatabase,
  { client, mark, SKU }: { client: string; mark: string; SKU: string },
): Promise<Omit<ShopRouting, 'waitingOrder' | 'orderToChoose'>> {
  const [carrier, otherCarrier] = [`CAR-${client}`, `OTHER-${client}`]
  const methods = methodsOf(client)
  const routes = { amended: `FR1-${client}`, removed: `FR2-${client}` }
  const category = `goods ${client}`
  const route = (key: string, region: string) => ({
    kind: 'fixed-route' as const,
    key,
    content: {
      by: { sku: SKU },
      regions: [region],
      carrier,
      clientMethodID: methods.read,
      startDate: null,
      endDate: null,
    },
  })
  await makeRuleBook(on, client, [
    carrierItem(carrier, { name: `${mark} Express` }),
    carrierItem(otherCarrier, { name: `${mark} Freight` }),
    ...Object.values(methods).map((key) =>
      methodItem(key, carrier, MARKED_COST, {
        carrierService: `Parcel ${client}`,
        methodDescription: `${mark} ${key}`,
        countries: ['GB'],
      }),
    ),
    ...[carrier, otherCarrier].map((key) => ({
      kind: 'capacity' as const,
      key,
      content: {
        capacities: [
          {
            slots: [...Array.from({ length: 5 }, () => MARKED_CAPACITY), null, null],
            effectiveFrom: null,
            effectiveBetween: null,
          },
        ],
      },
    })),
    route(routes.amended, 'AB'),
    route(routes.removed, 'B'),
    { kind: 'multi-box', key: '', content: { Same_Component_Carrier_Default: 'Y' } },
  ])
  // Restoring the first version removes only this.
  await makeRuleBook(on, client, [carrierItem(`LATER-${client}`, { name: `${mark} Later` })])
  const product = await makeSku(on, { client, code: `BENCH-${client}`, description: `${mark} bench` })
  const box = await makeSku(on, { client, code: `BOX-${client}`, description: `${mark} bench, box 1` })
  await on.asOwner('insert into sku_components values ($1, $2, $3, 2)', [client, product, box])
  await on.asOwner(
    'update skus set categories = $2, weight = 2000, length = 500, volume = 30000 where client_code = $1',
    [client, [category]],
  )
  await on.asOwner('insert into client_despatch_times (client_code, pick_minutes) values ($1, 0)', [client])
  const whatIf = await runningWhatIf(on, { client, mark, SKU, methods })
  return { carrier, otherCarrier, methods, routes, category, product, box, whatIf }
}

/** A running what-if, with one consignment that would move. */
async function runningWhatIf(
  on: TestDatabase,
  { client, mark, SKU, methods }: { client: string; mark: string; SKU: string; methods: ShopRouting['methods'] },
): Promise<string> {
  const whatIf = randomUUID()
  await on.asOwner(
    `insert into what_ifs (client_code, what_if_id, user_id, at, draft, changes, rule_book_version, days, since, status, run, total)
     values ($1, $2, 1, now(), '{}', '[]', 1, 7, '2026-01-05', 'Running', 1, 1)`,
    [client, whatIf],
  )
  const consignment = JSON.stringify({
    service: 'STANDARD',
    country: 'GB',
    region: 'AB',
    despatchDay: '2026-01-05',
    parcels: [{ weight: 1000, length: 200, volume: 3000 }],
    heldTo: null,
    skus: [SKU],
  })
  await on.asOwner(
    `insert into what_if_moves (client_code, what_if_id, run, position, order_number, number, despatch_day, from_method, to_method,
       cost_before, cost_after, consignment_before, consignment_after, usage_before, usage_after)
     values ($1, $2, 1, 1, $3, 1, '2026-01-05', $4, $5, 7.7777, 7.7777, $6, $6, '{}', '{}')`,
    [client, whatIf, `${mark} order`, methods.read, methods.single, consignment],
  )
  return whatIf
}

/** Stops of a carrier, by state: in force, to be undone by the operator who made it, and ended. */
export type Stops = Record<'running' | 'undone' | 'ended', string>

/** Stops and cut-offs of a carrier that no order has, made by the operator. */
export async function openStops(on: TestDatabase, userId: number): Promise<Stops> {
  const stops = { running: randomUUID(), undone: randomUUID(), ended: randomUUID() }
  for (const [state, id] of Object.entries(stops))
    await on.asOwner(
      `insert into carrier_stops (stop_id, carrier, carrier_name, services, first_day, reason, stopped_at, stopped_by, user_id, ended_at, ended_by)
       values ($1, 'NO-ORDERS', 'Carrier without orders', '{}', '2026-01-05', '', now(), 'test', $2, $3, $4)`,
      [id, userId, ...(state === 'ended' ? [new Date(), 'test'] : [null, null])],
    )
  await on.asOwner(
    `insert into carrier_cut_offs (carrier, service, weekdays, changed_at, changed_by)
     values ('NO-ORDERS', 'Parcel', array_fill(960, array[7]), now(), 'test')`,
  )
  return stops
}

/** Creates an order that any method of the shop may carry. */
export async function orderToChoose(
  portal: TestPortal,
  as: SignedIn,
  { SKU, mark, code }: { SKU: string; mark: string; code: string },
): Promise<string> {
  const body = orderBody({ SKU, orderNo: `${code}-3`, customerLastName: mark })
  const { status } = await portal.call(contract.orders.create, { body }, as)
  if (status !== 200) throw new Error('The order to choose for was refused')
  return body.orderNo
}

/** Creates an order to a place that no method of the shop serves. */
export async function waitingOrder(
  portal: TestPortal,
  as: SignedIn,
  { SKU, mark, code }: { SKU: string; mark: string; code: string },
): Promise<string> {
  const body = orderBody({ SKU, orderNo: `${code}-2`, customerLastName: mark, country: 'FR', postCode: '69001' })
  const { status } = await portal.call(contract.orders.create, { body }, as)
  if (status !== 200) throw new Error('The order abroad was refused')
  return body.orderNo
}
