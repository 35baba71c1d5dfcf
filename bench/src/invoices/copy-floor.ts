import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

const TABLES = ['invoice_details', 'invoice_parcels']

/**
 * The floor: copies the rows of an invoice by COPY into tables with the same constraints and indexes. Returns
 * seconds.
 */
export async function copyFloor(owner: pg.Client, invoiceId: number): Promise<number> {
  let seconds = 0
  for (const table of TABLES) {
    const chunks: Buffer[] = []
    for await (const chunk of owner.query(
      copyTo(`copy (select * from ${table} where invoice_id = ${invoiceId} order by line) to stdout`),
    ))
      chunks.push(chunk as Buffer)
    await owner.query(`drop table if exists floor_${table}`)
    await owner.query(`create table floor_${table} (like ${table} including all)`)
    try {
      const began = performance.now()
      await pipeline(
        Readable.from(chunks, { objectMode: true, highWaterMark: 4 }),
        owner.query(copyFrom(`copy floor_${table} from stdin`)),
      )
      seconds += (performance.now() - began) / 1000
    } finally {
      await owner.query(`drop table floor_${table}`)
    }
  }
  return seconds
}
