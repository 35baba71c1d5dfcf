import type { OrderRouting } from '@despatch/contract/orders/orders'
import type { CompiledBook } from '@despatch/domain/allocation/compile-book'
import type { Usage } from '@despatch/domain/allocation/consignment'
import type { Goods } from '@despatch/domain/allocation/plan-consignments'
import { costText } from '@despatch/domain/allocation/units'
import { sql } from 'kysely'
import { db } from '../database/sql.ts'
import type { Transaction } from '../database/transaction.ts'
import { loadUsage, lockCapacity, takeCapacity } from './capacity-usage.ts'
import { type DecidedConsignment, decideOrders, type OrderToAllocate } from './decide-orders.ts'

/** What an allocation is done in, and by whom. */
export type Allocating = { transaction: Transaction; client: string; now: Date; byName: string }

/** What decisions are made from. */
export type Grounds = {
  compiled: CompiledBook
  goodsOf: (sku: string) => Goods | undefined
  /** What carriers have been given of the days of the orders. */
  usage: Usage
  /** Whether the capacity is held already ({@link lockCapacity}), so that nobody else takes of it meanwhile. */
  isLocked?: boolean
}

/** So often is decided on what was read; then the capacity is held first. */
const FREE_TRIES = 2

/**
 * Allocates orders, keeps the decisions and takes their capacity: domain.md, 'Creating or releasing an order allocates it'
 * and 'concurrent orders never take more than the slot'. What is asked of the database is sent together, the capacity last:
 * the caller asks for nothing after it but the commit. Where somebody else took the room that was seen, all of it is
 * undone, and decided again on what is there now.
 */
export async function allocateOrders(
  on: Allocating,
  orders: readonly OrderToAllocate[],
  { compiled, goodsOf, usage, isLocked = false }: Grounds,
): Promise<DecidedConsignment[]> {
  const { transaction, client } = on
  const days = orders.map(({ despatchDay }) => despatchDay).toSorted()
  let seen = usage
  let isHeld = isLocked
  for (let tries = 1; ; tries++) {
    const { decided, takes } = decideOrders(compiled, orders, goodsOf, seen)
    const mayBeRefused = !isHeld && takes.some(({ slot }) => slot !== null)
    const [, , taken] = await Promise.all([
      mayBeRefused ? transaction.rows(SAVEPOINT) : undefined,
      keep(on, decided),
      takeCapacity(transaction, client, takes),
    ])
    if (taken === takes.length) return decided
    if (!mayBeRefused) throw new Error('Capacity was refused that nobody else could take')
    // A refused row stays locked; only so is it let go, and the next try may begin with another carrier.
    await transaction.rows(GO_BACK)
    if (tries >= FREE_TRIES) {
      await lockCapacity(transaction, client, { carriers: compiled.carriers.map(({ code }) => code), days })
      isHeld = true
    }
    seen = await loadUsage(transaction, client, days[0] ?? '', days.at(-1) ?? '')
  }
}

const SAVEPOINT = sql`savepoint allocation`.compile(db)
const GO_BACK = sql`rollback to savepoint allocation`.compile(db)

async function keep({ transaction, client, now, byName }: Allocating, decided: readonly DecidedConsignment[]) {
  if (decided.length === 0) return
  const rows = decided.map((one) => ({
    order_number: one.orderNumber,
    attempt: one.attempt,
    number: one.number,
    state: one.chosen ? 'allocated' : 'exception',
    despatch_day: one.consignment.despatchDay,
    rule_book_version: one.version,
    parcels: one.consignment.parcels.length,
    consignment: one.consignment,
    usage_seen: one.usageSeen,
    conflict: one.conflict,
    carrier: one.chosen?.method.carrier ?? null,
    client_method_id: one.chosen?.method.clientMethodID ?? null,
    cost: one.chosen ? costText(one.chosen.cost) : null,
    why: one.why,
  }))
  await transaction.rows(
    sql`
      insert into consignments (client_code, at, by_name, order_number, attempt, number, state, despatch_day,
        rule_book_version, parcels, consignment, usage_seen, conflict, carrier, client_method_id, cost, why)
      select ${client}, ${now}, ${byName}, c.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (
        order_number text, attempt int, number int, state text, despatch_day date, rule_book_version int, parcels int,
        consignment jsonb, usage_seen jsonb, conflict jsonb, carrier text, client_method_id text, cost numeric, why text)`.compile(
      db,
    ),
  )
}

/** What is answered of an order's allocation: what takes it, and why the rest has nothing that does. */
export function routingOf(decided: readonly DecidedConsignment[]): OrderRouting {
  const whys = decided.flatMap(({ chosen, why }) => (chosen ? [] : [why]))
  return {
    consignments: decided.flatMap(({ chosen, consignment }) =>
      chosen
        ? {
            carrier: chosen.method.carrier,
            carrierName: chosen.carrierName,
            methodDescription: chosen.method.methodDescription,
            cost: costText(chosen.cost),
            despatchDay: consignment.despatchDay,
          }
        : [],
    ),
    exception: whys.length > 0 ? [...new Set(whys)].join('. ') : null,
  }
}
