import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from } from 'pg-copy-streams'

/** A cell of PostgreSQL's COPY text format. Texts have no line breaks or tabs left in them by now, but may have backslashes. */
export function copyCell(text: string): string {
  return text.includes('\\') ? text.replaceAll('\\', '\\\\') : text
}

export const COPY_NULL = '\\N'

/** Copies rows, as COPY text, into a table. */
export async function copyInto(client: pg.PoolClient, target: string, text: string): Promise<void> {
  if (text === '') return
  await pipeline([text], client.query(from(`copy ${target} from stdin`)))
}
