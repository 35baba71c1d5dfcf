import { changedSinceShown } from '@despatch/domain/feedback/messages'
import type { BookItemKind } from '@despatch/domain/routing/rule-book/book-items'
import { type RawBuilder, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { shownNames } from '../../http/shown-names.ts'
import { AppError } from '../../process/app-error.ts'

type CallerContext = Pick<Context, 'transaction' | 'client' | 'caller'>

/** An AppError (409) for outdated changes, without the author of the newer change. */
export const changedMeanwhile = (): AppError =>
  new AppError('version_conflict', 'Someone else changed this. Reload to see their changes, then try again.')

/** An AppError (409) that says who changed an item of the client's rule book last, and how. */
export const itemChanged = (
  context: CallerContext,
  { kind, key }: { kind: BookItemKind; key: string },
): Promise<AppError> =>
  changedBy(
    context,
    'This',
    sql`select max(coalesce(to_version, from_version)) from rule_book_items
      where client_code = ${context.client} and kind = ${kind} and item_key = ${key}`,
  )

/** An AppError (409) that says who published a version of the client's rule book, and what it changed. */
export const bookChanged = (context: CallerContext, version: number): Promise<AppError> =>
  changedBy(context, 'Something in the carrier rules', sql`select ${version}::int`)

async function changedBy(
  { transaction, client, caller }: CallerContext,
  record: string,
  version: RawBuilder<unknown>,
): Promise<AppError> {
  const last = await transaction.row(
    sql<{ by: string; summary: string }>`
      select by_name as by, summary from rule_books where client_code = ${client} and version = (${version})`.compile(
      db,
    ),
  )
  if (!last) return changedMeanwhile()
  const by = await nameForCaller({ transaction, caller }, last.by)
  return new AppError('version_conflict', changedSinceShown(record, `${last.summary}, by ${by}`, ''))
}

/** A user's name as a caller may see it; '' for staff names that are hidden from the caller. */
export async function nameForCaller(
  { transaction, caller }: Pick<CallerContext, 'transaction' | 'caller'>,
  name: string,
): Promise<string> {
  if (caller.sees.staffNames || name === caller.username) return name
  return (await shownNames(transaction, [name])).get(name) ?? ''
}
