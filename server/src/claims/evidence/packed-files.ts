import { claimNumber } from '@despatch/domain/claims/claim'
import { sql } from 'kysely'
import { inClients } from '../../database/in-client.ts'
import { db } from '../../database/sql.ts'
import type { StreamedPart } from '../../files/workbook/zip-parts.ts'
import type { Pack } from '../preparation/submitted-claims.ts'

type EvidenceFile = { kind: 'claim' | 'return'; client_code: string; file_id: string; claim_id: number; name: string }

/**
 * The files of claims as parts of an archive: those that users added, then the photos that shoppers sent with returns
 * of the same orders. One file is in memory at a time.
 */
export async function* readPackedFiles({ database, clients, rows }: Pack): AsyncGenerator<StreamedPart> {
  const found = await inClients(database, clients, (transaction) =>
    transaction.rows(
      sql<EvidenceFile>`
        select * from (
          select 'claim' as kind, f.client_code, f.file_id, f.claim_id, f.name, f.added_at as at
          from ${claimsOf(rows)} join claim_files f on f.client_code = k.client_code and f.claim_id = k.claim_id
          union all
          select 'return', p.client_code, p.photo_id, k.claim_id, p.return_reference || '.jpg', p.stored_at
          from ${claimsOf(rows)} cross join lateral (
            select distinct client_code, return_reference from return_lines l
            where k.cause = 'damaged' and l.client_code = k.client_code and l.order_number between k.order_number and k.order_number
          ) r join return_photos p on p.client_code = r.client_code and p.return_reference = r.return_reference
        ) f order by claim_id, kind, at, file_id`.compile(db),
    ),
  )
  for (const [index, file] of found.entries()) {
    const bytes = await inClients(database, clients, (transaction) =>
      transaction.row(
        (file.kind === 'claim'
          ? sql<{
              bytes: Buffer
            }>`select bytes from claim_files where client_code = ${file.client_code} and file_id = ${file.file_id}`
          : sql<{
              bytes: Buffer
            }>`select bytes from return_photos where client_code = ${file.client_code} and photo_id = ${file.file_id}`
        ).compile(db),
      ),
    )
    // It was deleted meanwhile.
    if (!bytes) continue
    yield { name: `${claimNumber(file.claim_id)} ${index + 1} ${plainName(file.name)}`, text: [bytes.bytes] }
  }
}

const claimsOf = (rows: Pack['rows']) => sql`
  unnest(${rows.map(({ client_code }) => client_code)}::text[], ${rows.map(({ claim_id }) => claim_id)}::bigint[],
    ${rows.map(({ order_number }) => order_number)}::text[], ${rows.map(({ cause }) => cause)}::text[])
    as k (client_code, claim_id, order_number, cause)`

/** Replaces characters that unzipping would treat as a folder, or refuse. */
const plainName = (name: string) => name.replaceAll(/[\\/:*?"<>|]/g, '-')
