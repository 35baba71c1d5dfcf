import { sql } from 'kysely'
import { db, isOfClients } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

export type CarrierOfClients = { readonly carrier: string; readonly carrierName: string; readonly services: string[] }

/** The carriers in the clients' current carrier rules by code, with the services of their methods. */
export function loadCarriers(transaction: Transaction, clients: readonly string[]): Promise<CarrierOfClients[]> {
  return transaction.rows(
    sql<CarrierOfClients>`
      select c.item_key as carrier,
        coalesce(nullif(min(c.content ->> 'name'), ''), c.item_key) as "carrierName",
        coalesce(array_agg(distinct m.content ->> 'carrierService') filter (where m.content ->> 'carrierService' <> ''), '{}')
          as services
      from rule_book_items c
      left join rule_book_items m on m.client_code = c.client_code and m.kind = 'method' and m.to_version is null
        and m.content ->> 'carrier' = c.item_key
      where ${isOfClients('c.client_code', clients)} and c.kind = 'carrier' and c.to_version is null
      group by c.item_key
      order by 2`.compile(db),
  )
}
