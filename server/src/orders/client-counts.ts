import type { Day } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import { db } from '../database/sql.ts'
import type { WorkPart } from '../figures/open-work-cache.ts'
import { knownWork } from '../figures/known-work.ts'

/** Orders of a client with one filter value, and how many of them are new. */
export type ClientCount = {
  client_code: string
  facet: string
  value: string
  due: 'past' | 'today' | null
  /** The carrier's name in the client's rule book. */
  title: string | null
  orders: number
  new_orders: number
}

/** Counts of open orders by client, maintained as orders change. Tags are compared ignoring case. */
export const countPart: WorkPart<ClientCount> = {
  name: 'counts',
  read: (clients, today) => countsOf(clients, today).compile(db),
}

const countsOf = (clients: readonly string[], today: Day) => sql<ClientCount>`
  select client_code, facet, value, due, orders, new_orders, case when facet = 'carrier' then (
      select max(content ->> 'name') from rule_book_items b
      where b.client_code = counts.client_code and b.kind = 'carrier' and b.item_key = value and b.to_version is null
    ) end as title
  from (
    select client_code, facet, value, case when day < ${today}::date then 'past' when day = ${today}::date then 'today' end as due,
      sum(orders)::int as orders, sum(new_orders)::int as new_orders
    from ${knownWork(clients)}
    where facet in ('open', 'dispatchService', 'country', 'source', 'region', 'suspendedFor', 'despatch', 'suspended', 'noCarrier',
      'needsAttention', 'carrier', 'method', 'tag', 'assignee')
    group by 1, 2, 3, 4 having sum(orders) <> 0 or sum(new_orders) <> 0
  ) counts`
