import { sql } from 'kysely'
import { db } from '../sql.ts'
import type { Transaction } from '../transaction.ts'

/** A table of versioned items: each row has the version in which it begins and the one in which it ends. */
export type VersionedTable = 'rule_book_items' | 'returns_book_items'
type ItemKey = { readonly kind: string; readonly key: string }

type VersionInput = {
  client: string
  version: number
  ended: readonly ItemKey[]
  begun: readonly (ItemKey & { readonly holdsFrom?: string | null | undefined })[]
}

/** Ends and begins items of a client's book with a version. Returns statements to run in this order, within {@link inOrder}. */
export const writeVersion = (
  transaction: Transaction,
  table: VersionedTable,
  { client, version, ended, begun }: VersionInput,
): Promise<unknown>[] => {
  const items = sql.table(table)
  const holdsFrom = table === 'rule_book_items'
  return [
    transaction.write(
      sql`update ${items} i set to_version = ${version}
        from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) as p (kind text, key text)
        where i.client_code = ${client} and i.kind = p.kind and i.item_key = p.key and i.to_version is null`.compile(
        db,
      ),
    ),
    transaction.write(
      sql`insert into ${items} (client_code, kind, item_key, from_version, content${holdsFrom ? sql`, holds_from` : sql``})
        select ${client}, kind, key, ${version}, content${holdsFrom ? sql`, "holdsFrom"` : sql``}
        from jsonb_to_recordset(${JSON.stringify(begun)}::jsonb)
          as p (kind text, key text, content jsonb, "holdsFrom" date)`.compile(db),
    ),
  ]
}

/** What a version changed: kind, item_key, before, after. */
export const changedByVersion = (table: VersionedTable, client: string, version: number) => sql`
  select kind, item_key, was.content as before, is_now.content as after
  from (select * from ${sql.table(table)} where client_code = ${client} and from_version = ${version}) as is_now
  full join (select * from ${sql.table(table)} where client_code = ${client} and to_version = ${version}) as was
    using (kind, item_key)`

/** What restores the book in force to an earlier version: kind, item_key, before, after. */
export const changedBackTo = (table: VersionedTable, client: string, version: number) => sql`
  select kind, item_key, is_now.content as before, was.content as after
  from (
    select * from ${sql.table(table)}
    where client_code = ${client} and from_version <= ${version} and (to_version is null or to_version > ${version})
  ) as was
  full join (select * from ${sql.table(table)} where client_code = ${client} and to_version is null) as is_now
    using (kind, item_key)
  where was.content is distinct from is_now.content`
