import { allocation } from '@despatch/contract/routing/allocation/allocation'
import { capacity } from '@despatch/contract/routing/capacity/capacity'
import { slotOn } from '@despatch/domain/routing/rule-book/compile-book'
import type { BookContents } from '@despatch/domain/routing/rule-book/book-items'
import { addDays, dayOf } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import { prepared } from '../database/prepared.ts'
import { db, isOfClients } from '../database/sql.ts'
import type { HomeCount } from '../figures/home-count.ts'
import type { Context } from '../http/context.ts'
import { openExceptions } from './exceptions-and-history/exceptions.ts'

/** Routing's counts on Home: orders without a carrier, and carriers with little capacity left today or tomorrow. */
export const routingCounts: readonly HomeCount[] = [
  {
    name: 'routing-exceptions',
    route: allocation.exceptions,
    count: ({ transaction, clients, now }) => transaction.row(openExceptions(clients, dayOf(now))),
  },
  {
    name: 'capacity',
    route: capacity.update,
    isOperators: true,
    count: async (context) => ({ count: await runningOut(context) }),
  },
]

/** The share of a day's limit from which a carrier counts as running out. */
const NEARLY = 0.9

type Row = {
  client_code: string
  carrier: string
  despatch_day: string
  parcels: number
  content: BookContents['capacity']
}

/** Counts the clients' carriers that run out today or tomorrow. */
async function runningOut({ transaction, clients, now }: Context): Promise<number> {
  const today = dayOf(now)
  const rows = await transaction.rows(
    prepared(
      sql<Row>`
      select u.client_code, u.carrier, u.despatch_day, u.parcels, i.content
      from capacity_usage u
      join rule_book_items i on i.client_code = u.client_code and i.kind = 'capacity' and i.item_key = u.carrier
        and i.to_version is null
      where ${isOfClients('u.client_code', clients)} and u.despatch_day between ${today}::date and ${addDays(today, 1)}::date
        and u.parcels > 0`.compile(db),
    ),
  )
  const out = rows.filter(({ carrier, despatch_day, parcels, content }) => {
    const capacities = content.capacities.map((one) => ({ ...one, carrier }))
    const limit = slotOn(capacities, carrier, despatch_day)
    return limit !== null && parcels >= limit * NEARLY
  })
  return new Set(out.map(({ client_code, carrier }) => `${client_code} ${carrier}`)).size
}
