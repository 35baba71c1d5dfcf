import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from } from 'pg-copy-streams'

/**
 * Encodes a cell for PostgreSQL's COPY text format. The text must have no line breaks or tabs; backslashes are escaped.
 */
export function copyCell(text: string): string {
  return text.includes('\\') ? text.replaceAll('\\', '\\\\') : text
}

export const COPY_NULL = '\\N'

/** Copies rows in COPY text format into a table. */
export async function copyInto(client: pg.PoolClient, target: string, text: string): Promise<void> {
  if (text === '') return
  await pipeline([text], client.query(from(`copy ${target} from stdin`)))
}
