import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { fromFileCell } from '@despatch/domain/text/spreadsheet-text'
import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { inClients } from '../../database/in-client.ts'
import { openPortalDatabase } from '../../database/portal-database.ts'
import { db } from '../../database/sql.ts'
import { readCsv } from '../../files/read-csv.ts'
import { readConfig } from '../../process/config.ts'
import { report } from '../../process/progress.ts'
import { runCommand } from '../../process/run-command.ts'
import { StartError } from '../../process/start-error.ts'
import { eraseOrders } from './erase-person.ts'
import { ERASURE_COLUMNS } from './erasures-report.ts'

const USAGE = `npm run erase-again FILE   erases people again after a restore, by the list of erasures

FILE is the list as it was downloaded from Personal Data (CSV). Orders that are erased already are passed over, so that the
command may be run again; those that the backup does not have are put on the list, and come in without the person.`

/** Orders erased in one transaction. */
const BATCH_SIZE = 200

export type ErasedOrder = { readonly clientCode: string; readonly orderNumber: string; readonly request: string }

/**
 * Repeats the erasures of a list after a restore, one batch per transaction. Returns the orders erased now and those
 * erased before, and the clients that do not exist.
 */
export async function eraseAgain(
  database: Database,
  list: readonly ErasedOrder[],
  byName: string,
): Promise<{ erased: number; already: number; unknown: string[] }> {
  const unknown: string[] = []
  let erased = 0
  for (const [clientCode, orders] of Map.groupBy(list, (order) => order.clientCode)) {
    const [client] = await database.transaction((transaction) =>
      transaction.rows(db.selectFrom('clients').select('client_code').where('client_code', '=', clientCode)),
    )
    if (!client) {
      unknown.push(clientCode)
      continue
    }
    for (const [requestReference, of] of Map.groupBy(orders, (order) => order.request))
      for (let from = 0; from < of.length; from += BATCH_SIZE) {
        const named = of.slice(from, from + BATCH_SIZE).map(({ orderNumber }) => orderNumber)
        erased += await inClients(database, [clientCode], async (transaction) => {
          const rows = await transaction.write(
            sql<{ order_number: string }>`
              with held as (
                select order_number from orders where client_code = ${clientCode} and order_number = any (${named}::text[])
                order by order_number for update
              )
              select n as order_number from unnest(${named}::text[]) n, (select count(*) from held) of_held
              where not exists (select from erased_orders e where e.client_code = ${clientCode} and e.order_number = n)
              order by n`.compile(db),
          )
          const numbers = rows.map((row) => row.order_number)
          if (numbers.length > 0)
            await eraseOrders(
              transaction,
              { clientCode, numbers },
              { requestReference, reason: 'restored', at: new Date(), byName },
            )
          return numbers.length
        })
      }
  }
  const known = list.filter(({ clientCode }) => !unknown.includes(clientCode)).length
  return { erased, already: known - erased, unknown }
}

/** Reads a list of erasures in CSV. Throws a StartError if the file is not one. */
export async function readErasures(bytes: AsyncIterable<Buffer>): Promise<ErasedOrder[]> {
  const list: ErasedOrder[] = []
  let isHead = true
  for await (const rows of readCsv(bytes, ',')) {
    for (const row of rows) {
      if (row.cells === undefined) throw new StartError(`Line ${row.line} of the list cannot be read: ${row.fault}`)
      const cells = row.cells.map((cell) => fromFileCell(cell.replace(/^\uFEFF/, '')))
      if (isHead && cells.join() !== ERASURE_COLUMNS.join())
        throw new StartError(`This is no list of erasures: its first line is to be ${ERASURE_COLUMNS.join(',')}.`)
      const [clientCode = '', orderNumber = '', request = ''] = cells
      if (!isHead && clientCode !== '' && orderNumber !== '') list.push({ clientCode, orderNumber, request })
      isHead = false
    }
  }
  return list
}

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } })
  if (values.help) return void process.stdout.write(`${USAGE}\n`)
  const [name] = positionals
  if (name === undefined || positionals.length > 1) throw new StartError(USAGE)
  const list = await readErasures(createReadStream(resolve(name)) as AsyncIterable<Buffer>)
  const { database, close } = await openPortalDatabase(readConfig(process.env), report)
  try {
    const { erased, already, unknown } = await eraseAgain(
      database,
      list,
      `npm run erase-again (${userInfo().username})`,
    )
    process.stdout.write(`Erased again: ${erased} orders. Erased already: ${already}.\n`)
    if (unknown.length > 0) process.stdout.write(`Clients that are not there: ${unknown.join(', ')}.\n`)
  } finally {
    await close()
  }
}

await runCommand(import.meta.url, main)
