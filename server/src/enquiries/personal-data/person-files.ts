import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { compiled } from '../../exports/statement.ts'
import type { StreamedPart } from '../../files/workbook/zip-parts.ts'
import { keysTable, type OrderKey } from './person-records.ts'

type PersonFileRow = { kind: 'photo' | 'evidence'; client_code: string; id: string; path: string }

/** Replaces characters that a ZIP reader takes for a folder or refuses. */
const safeFileName = (text: RawBuilder<unknown>) => sql`regexp_replace(${text}, '[\\\\/:*?"<>|[:cntrl:]]', '-', 'g')`
const FOLDER = sql`${safeFileName(sql`o.client_code || ' ' || o.order_number`)} || '/'`

/** Photos of the returns of order `o`, with their paths in the archive. */
export const PHOTOS = sql`
  select 'photo' as kind, p.client_code, p.photo_id as id, p.stored_at as at, p.return_reference, p.width, p.height,
    ${FOLDER} || ${safeFileName(sql`p.return_reference`)} || ' photo ' || row_number() over (
      partition by p.return_reference order by p.stored_at, p.photo_id
    ) || '.jpg' as path
  from announced_returns r join return_photos p on p.client_code = r.client_code and p.return_reference = r.return_reference
  where r.client_code = o.client_code and r.order_number = o.order_number`

/** Evidence files of the claims of order `o`, with their paths in the archive. */
export const EVIDENCE = sql`
  select 'evidence' as kind, f.client_code, f.file_id as id, f.added_at as at, f.claim_id, f.name,
    ${FOLDER} || 'C-' || lpad(f.claim_id::text, 6, '0') || ' ' || row_number() over (
      partition by f.claim_id order by f.added_at, f.file_id
    ) || ' ' || ${safeFileName(sql`f.name`)} as path
  from claims c join claim_files f on f.client_code = c.client_code and f.claim_id = c.claim_id
  where c.client_code = o.client_code and c.order_number = o.order_number`

/** Streams photos and evidence into an archive, one file in memory at a time. */
export async function* filesOf(
  connection: pg.ClientBase,
  clients: readonly string[],
  orders: readonly OrderKey[],
): AsyncGenerator<StreamedPart> {
  const { text, values } = compiled(sql`
    select f.* from ${keysTable(orders)} join orders o on o.client_code = k.client_code and o.order_number = k.order_number
      and o.client_code = any (${clients}::text[])
    cross join lateral (
      select kind, client_code, id, path from (${PHOTOS}) p union all select kind, client_code, id, path from (${EVIDENCE}) e
    ) f order by f.path`)
  const found = await connection.query<PersonFileRow>(text, values)
  for (const { kind, client_code, id, path } of found.rows) {
    const { rows } = await connection.query<{ bytes: Buffer }>(
      kind === 'photo'
        ? 'select bytes from return_photos where client_code = $1 and photo_id = $2'
        : 'select bytes from claim_files where client_code = $1 and file_id = $2',
      [client_code, id],
    )
    const [file] = rows
    if (file) yield { name: path, text: [file.bytes] }
  }
}
