import type { allocation as routes } from '@despatch/contract/routing/allocation/allocation'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { BookItemKind } from '@despatch/domain/routing/rule-book/book-items'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import { changedBackTo, changedByVersion } from '../../database/tables/versioned-items.ts'
import { readableKinds } from './book-rights.ts'
import { presentVersion, publishedVersion } from './rule-book-versions.ts'

type Content = RouteAnswer<typeof routes.version>['items'][number]['before']
type Changed = { kind: BookItemKind; item_key: string; before: Content; after: Content }

/**
 * Lists what one version changed, or what bringing it back would change now. domain.md: 'history shows who changed
 * what, with before and after'. Items that the caller may not read on their own screens are left out. Throws an
 * AppError (404) for a version that never existed.
 */
export async function readRuleBookVersion(
  { transaction, client, caller }: Context,
  { params, query }: RouteChecked<typeof routes.version>,
): Promise<RouteAnswer<typeof routes.version>> {
  const number = Number(params.version)
  const all = query.against === 'now' ? changedByReturn(client, number) : changedBy(client, number)
  const changed = sql`select * from (${all}) as all_kinds where kind = any (${readableKinds(caller)}::text[])`
  const [version, items, counted] = await Promise.all([
    transaction.row(publishedVersion(client, number)),
    transaction.rows(
      sql<Changed>`select * from (${changed}) as changed
        order by kind, item_key limit ${query.limit} offset ${(query.page - 1) * query.limit}`.compile(db),
    ),
    transaction.row(sql<{ total: number }>`select count(*)::int as total from (${changed}) as changed`.compile(db)),
  ])
  if (!version) throw noSuchVersion(number)
  return {
    version: presentVersion(version),
    items: items.map(({ item_key, ...item }) => ({ ...item, key: item_key })),
    total: counted?.total ?? 0,
  }
}

const changedBy = (client: string, version: number) => changedByVersion('rule_book_items', client, version)

/** Selects the changes that restore the content of an earlier version. */
export const changedByReturn = (client: string, version: number) => changedBackTo('rule_book_items', client, version)

export function noSuchVersion(version: number): AppError {
  return new AppError('not_found', `The carrier rules of this client have no version ${version}.`)
}
