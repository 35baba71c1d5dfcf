import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { seeEveryClient } from '../../administration/clients/queries.ts'
import type { Database } from '../../database/database.ts'
import { db } from '../../database/sql.ts'
import { updateInPieces } from '../../figures/update-in-pieces.ts'

const NAME = 'words of orders'

const FILL_WORDS = `
insert into order_search
select client_code, order_number, ordered_at, order_words(client_code, ordered_at, customer_first_name, customer_last_name, customer_account,
  phone, concat_ws(' ', address_line_1, address_line_2, address_line_3, address_line_4), post_code)
from orders where client_code = $1 and order_number > $2 and order_number <= $3
on conflict do nothing`

const ENDS = `
update parcels set number_backwards = reverse(right(tracking_number, 16))
where client_code = $1 and tracking_number > $2 and tracking_number <= $3 and number_backwards is null
  and tracking_number ~ '[0-9]{5}$'`

type Given = { database: Database; log: Pick<FastifyBaseLogger, 'info'> }

/**
 * Gives orders and parcels that were written before they were found by words and last digits what they are found by, in pieces,
 * while people work. Done once; cut short, the next start begins again and passes over what has them.
 */
export async function fillSearch({ database, log }: Given): Promise<void> {
  const clients = await database.transaction(async (transaction) => {
    const waiting = await transaction.rows(sql`select from figures_to_fill where name = ${NAME}`.compile(db))
    return waiting.length === 0 ? undefined : seeEveryClient(transaction)
  })
  if (clients === undefined) return
  for (const client of clients) {
    await updateInPieces(database, { client, table: 'orders', key: 'order_number', update: FILL_WORDS })
    await updateInPieces(database, { client, table: 'parcels', key: 'tracking_number', update: ENDS })
  }
  await database.transaction((transaction) =>
    transaction.write(sql<object>`delete from figures_to_fill where name = ${NAME} returning 1`.compile(db)),
  )
  log.info({ clients: clients.length }, 'orders are found by their words')
}
