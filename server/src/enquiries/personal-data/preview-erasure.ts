import type { personalData as routes } from '@despatch/contract/enquiries/personal-data/personal-data'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { ErasedKind } from '@despatch/domain/enquiries/personal-data/person-records'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { countsOf } from './list-erasures.ts'
import { keysTable, readNamedRecords } from './person-records.ts'

/** Counts what an erasure would replace, and lists what blocks it. Throws like `readNamedRecords`. */
export async function previewErasure(
  context: Context,
  { body: { orders } }: RouteChecked<typeof routes.preview>,
): Promise<RouteAnswer<typeof routes.preview>> {
  const records = await readNamedRecords(context, orders)
  const toErase = records.filter(({ isErased }) => !isErased)
  const keys = sql`(select * from ${keysTable(toErase)}) as k`
  const ofOrder = (table: string) =>
    sql`${sql.table(table)} t join ${keys} on t.client_code = k.client_code and t.order_number = k.order_number`
  const ofReturn = (table: string) => sql`${sql.table(table)} t
    join announced_returns r on r.client_code = t.client_code and r.return_reference = t.return_reference
    join ${keys} on r.client_code = k.client_code and r.order_number = k.order_number`
  const ofClaim = (table: string) => sql`${sql.table(table)} t
    join claims c on c.client_code = t.client_code and c.claim_id = t.claim_id
    join ${keys} on c.client_code = k.client_code and c.order_number = k.order_number`
  const row = await context.transaction.row(
    sql<Partial<Record<ErasedKind, number>>>`select
      (select count(*)::int from ${ofOrder('order_receipts')} where t.before is not null) as undo,
      (select count(*)::int from ${ofOrder('order_notes')}) as notes,
      (select count(*)::int from ${ofOrder('return_events')} where t.note <> '') as "returnEvents",
      (select count(*)::int from ${ofOrder('shopper_drafts')}) as drafts,
      (select count(*)::int from ${ofReturn('announced_lines')} where t.comment <> '') as "shoppersNotes",
      (select count(*)::int from ${ofReturn('return_photos')}) as photos,
      (select count(*)::int from ${ofClaim('claim_events')} where t.what = 'message') as "claimMessages",
      (select count(*)::int from ${ofClaim('claim_files')}) as "claimFiles",
      (select count(*)::int from ${keys} join parcels p on p.client_code = k.client_code and p.order_number = k.order_number
        join delivery_events e on e.client_code = p.client_code and e.tracking_number = p.tracking_number
        where e.description <> '' or e.location <> '') as "carrierEvents"`.compile(db),
  )
  return {
    replaced: countsOf({ ...row, orders: toErase.length }),
    obstacles: toErase.flatMap(({ obstacles }) => obstacles),
    alreadyErased: records.length - toErase.length,
  }
}
