import type { carrierStops as routes, MovePlan } from '@despatch/contract/orders/carrier-stops/carrier-stops'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { methodText } from '@despatch/domain/routing/allocation/decision-labels'
import { costText } from '@despatch/domain/routing/allocation/units'
import type { CarrierStop } from '@despatch/domain/routing/carrier-stops/carrier-stop'
import type { CompiledBook } from '@despatch/domain/routing/rule-book/compile-book'
import { currencyOf } from '../../administration/clients/client-currency.ts'
import { inClient, inClients } from '../../database/in-client.ts'
import type { StreamingContext } from '../../http/context.ts'
import { carrierName } from '../../routing/allocation/decide-consignment.ts'
import { loadOffCarriers, type OffCarrierDay } from '../../routing/carrier-stops/off-carriers.ts'
import { type MovesOfClient, type PlannedMove, planMoves } from './plan-moves.ts'
import { loadOffOrders } from './standing-orders.ts'

/** Orders at the warehouse that an answer lists. */
const MAX_AT_WAREHOUSE = 1000

/**
 * Shows what stopping a carrier, or moving the orders of one that is off, would do at all of the caller's clients: the
 * orders, who takes them and what that costs, and why nobody takes the others. It changes nothing.
 */
export async function previewMoves(
  context: StreamingContext,
  { body: { carrier, stop } }: RouteChecked<typeof routes.preview>,
): Promise<RouteAnswer<typeof routes.preview>> {
  const asIf = stop && { ...stop, carrier }
  const off = await offCarriers(context, carrier, asIf)
  const plan: MovePlan = { clients: [], takers: [], left: [], atWarehouse: [], isExact: true }
  for (const client of new Set(off.map((one) => one.client))) {
    const moves = await planClient(context, { client, off, ...(asIf && { stop: asIf }) })
    const [atWarehouse, currency] = await inClient(context.database, client, (transaction) =>
      Promise.all([loadOffOrders(transaction, off, { client, statuses: ['P', 'K'] }), currencyOf(transaction, client)]),
    )
    if (moves.moves.length === 0 && atWarehouse.length === 0) continue
    plan.clients.push({ client, currency, ...summary(moves.moves), atWarehouse: atWarehouse.length })
    plan.takers.push(...(moves.compiled ? takersOf(client, moves.moves, moves.compiled) : []))
    plan.left.push(...causesOf(client, moves.moves))
    plan.atWarehouse.push(
      ...atWarehouse
        .slice(0, MAX_AT_WAREHOUSE - plan.atWarehouse.length)
        .map(({ orderNumber, status, despatchDay }) => ({
          client,
          orderNumber,
          status: status === 'K' ? ('K' as const) : ('P' as const),
          despatchDay,
        })),
    )
    plan.isExact &&= moves.isExact
  }
  return plan
}

/** The days on which a carrier is off at the caller's clients; `stop` counts as if it were in force. */
export function offCarriers(
  { database, clients, services, now }: StreamingContext,
  carrier: string,
  stop?: CarrierStop,
): Promise<OffCarrierDay[]> {
  return inClients(database, clients, (transaction) =>
    loadOffCarriers({ transaction, clients, books: services.books, now }, { carrier, stop }),
  )
}

/** Plans the moves of a client's new and released orders. */
export async function planClient(
  { database, services, now }: StreamingContext,
  { client, off, stop }: { client: string; off: readonly OffCarrierDay[]; stop?: CarrierStop },
): Promise<MovesOfClient> {
  const orders = await inClient(database, client, (transaction) =>
    loadOffOrders(transaction, off, { client, statuses: ['N', 'R'] }),
  )
  return planMoves({ database, books: services.books, now }, client, orders, stop)
}

const isLeft = ({ cause }: PlannedMove) => cause !== undefined

function summary(moves: readonly PlannedMove[]) {
  const left = moves.filter(isLeft).length
  return {
    new: moves.filter(({ status }) => status === 'N').length,
    released: moves.filter(({ status }) => status === 'R').length,
    moved: moves.length - left,
    left,
    extra: extraOf(moves),
  }
}

const extraOf = (moves: readonly PlannedMove[]) =>
  costText(moves.reduce((sum, { cost }) => sum + cost.after - cost.before, 0))

function takersOf(client: string, moves: readonly PlannedMove[], compiled: CompiledBook): MovePlan['takers'] {
  const moved = moves.filter((move) => !isLeft(move))
  const byMethods = Map.groupBy(moved, ({ methods }) => methods.join('\n'))
  return [...byMethods.values()]
    .map((alike) => ({
      client,
      ...namesOf(alike[0]?.methods ?? [], compiled),
      orders: alike.length,
      extra: extraOf(alike),
    }))
    .toSorted((one, other) => other.orders - one.orders)
}

function namesOf(methods: readonly (string | null)[], compiled: CompiledBook) {
  const own = [...new Set(methods)].flatMap(
    (id) => compiled.methods.find(({ clientMethodID }) => clientMethodID === id) ?? [],
  )
  const carriers = own.map(({ carrier }) => carrierName(compiled, carrier))
  return {
    carrierName: [...new Set(carriers)].join(' and '),
    methodDescription: own
      .map((method) => methodText({ ...method, carrierName: carrierName(compiled, method.carrier) }))
      .join(' and '),
  }
}

function causesOf(client: string, moves: readonly PlannedMove[]): MovePlan['left'] {
  const byCause = Map.groupBy(moves.filter(isLeft), ({ cause }) => cause ?? '')
  return [...byCause]
    .map(([cause, alike]) => ({ client, cause, orders: alike.length }))
    .toSorted((one, other) => other.orders - one.orders)
}
