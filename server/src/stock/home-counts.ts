import { stock } from '@despatch/contract/stock/stock'
import { sql } from 'kysely'
import { prepared } from '../database/prepared.ts'
import { db, isOfClients } from '../database/sql.ts'
import type { HomeCount } from '../figures/home-count.ts'

/** Stock count on Home: SKUs and allocation codes that are short, as listed in Stock Reservation. */
export const stockCounts: readonly HomeCount[] = [
  {
    name: 'stock-short',
    route: stock.listStock,
    count: ({ transaction, clients }) =>
      transaction.row(
        prepared(
          sql<{ count: number }>`
          select count(*)::int as count from stock_balances
          where ${isOfClients('client_code', clients)} and is_short`.compile(db),
        ),
      ),
  },
]
