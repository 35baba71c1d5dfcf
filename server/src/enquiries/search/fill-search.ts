import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { seeEveryClient } from '../../administration/clients/queries.ts'
import type { Database } from '../../database/database.ts'
import { db } from '../../database/sql.ts'
import { updateInPieces } from '../../figures/update-in-pieces.ts'

const [WORDS, DIGITS] = ['words of orders', 'digits of parcels']

/** Words of the orders of client $1 whose numbers are above $2 and up to $3. */
export const FILL_WORDS = `
insert into order_search
select client_code, order_number, ordered_at, order_words(client_code, ordered_at, customer_first_name, customer_last_name, customer_account,
  phone, concat_ws(' ', address_line_1, address_line_2, address_line_3, address_line_4), post_code)
from orders where client_code = $1 and order_number > $2 and order_number <= $3
on conflict do nothing`

const FILL_DIGITS = `
update parcels set number_backwards = digits_backwards(tracking_number)
where client_code = $1 and tracking_number > $2 and tracking_number <= $3
  and number_backwards is distinct from digits_backwards(tracking_number)`

type FillSearchOptions = { database: Database; log: Pick<FastifyBaseLogger, 'info'> }

/**
 * Fills the search columns of orders and parcels that were written before the columns existed, in batches while users
 * work. Runs once; if interrupted, the next start runs it again and skips filled rows.
 */
export async function fillSearch(options: FillSearchOptions): Promise<void> {
  await fillOnce(options, WORDS, { table: 'orders', key: 'order_number', update: FILL_WORDS })
  await fillOnce(options, DIGITS, { table: 'parcels', key: 'tracking_number', update: FILL_DIGITS })
}

type SearchColumn = Omit<Parameters<typeof updateInPieces>[1], 'client'>

async function fillOnce({ database, log }: FillSearchOptions, name: string, filling: SearchColumn): Promise<void> {
  const clients = await database.transaction(async (transaction) => {
    const waiting = await transaction.rows(sql`select from figures_to_fill where name = ${name}`.compile(db))
    return waiting.length === 0 ? undefined : seeEveryClient(transaction)
  })
  if (clients === undefined) return
  for (const client of clients) await updateInPieces(database, { client, ...filling })
  await database.transaction((transaction) =>
    transaction.write(sql<object>`delete from figures_to_fill where name = ${name} returning 1`.compile(db)),
  )
  log.info({ clients: clients.length }, `${name} can be searched for`)
}
