import type { allocation as routes, RuleBookVersion } from '@despatch/contract/routing/allocation/allocation'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { db } from '../../database/sql.ts'
import type { Tables } from '../../database/tables.ts'
import type { Selectable } from 'kysely'

const COLUMNS = [
  'version',
  'published_at',
  'by_name',
  'summary',
  'brought_back',
  'changes',
  'note',
  'warnings',
] as const
type Row = Pick<Selectable<Tables['rule_books']>, (typeof COLUMNS)[number]>

/** Selects a published version of a client's rule book. */
export const publishedVersion = (client: string, version: number) =>
  db.selectFrom('rule_books').select(COLUMNS).where('client_code', '=', client).where('version', '=', version)

/** Presents a version; without a row, version 0, which every client starts with. */
export function presentVersion(row: Row | undefined): RuleBookVersion {
  if (!row) return { version: 0, at: null, by: '', summary: '', broughtBack: null, changes: 0, note: '', warnings: [] }
  return {
    version: row.version,
    at: row.published_at.toISOString(),
    by: row.by_name,
    summary: row.summary,
    broughtBack: row.brought_back,
    changes: row.changes,
    note: row.note,
    warnings: row.warnings,
  }
}

/**
 * Lists a page of the versions of the client's rule book, newest first. domain.md: 'history shows who changed what'.
 */
export async function listRuleBookVersions(
  { transaction, client }: Context,
  { query }: RouteChecked<typeof routes.versions>,
): Promise<RouteAnswer<typeof routes.versions>> {
  const ofClient = db.selectFrom('rule_books').where('client_code', '=', client)
  const [rows, counted] = await Promise.all([
    transaction.rows(
      ofClient
        .select(COLUMNS)
        .orderBy('version', 'desc')
        .limit(query.limit)
        .offset((query.page - 1) * query.limit),
    ),
    transaction.row(ofClient.select(sql<number>`count(*)::int`.as('total'))),
  ])
  return { versions: rows.map(presentVersion), total: counted?.total ?? 0 }
}
