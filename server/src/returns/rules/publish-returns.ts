import { DATA_UPDATED, NOTHING_CHANGED } from '@despatch/domain/feedback/messages'
import { type CompiledReturnsBook, compileReturnsBook } from '@despatch/domain/returns/rules/compile-returns-book'
import { breachesInParts } from '@despatch/domain/returns/rules/return-law'
import {
  hasNoEffect,
  type ReturnsItemChange,
  withReturnsChanges,
} from '@despatch/domain/returns/rules/returns-book-items'
import { returnsFindingText } from '@despatch/domain/returns/rules/returns-finding-text'
import { sql } from 'kysely'
import { audit, skipAudit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import { writeVersion } from '../../database/tables/versioned-items.ts'
import { inOrder } from '../../database/transaction.ts'
import type { Context } from '../../http/context.ts'
import { runInTurns } from '../../process/loop-budget.ts'
import { AppError } from '../../process/app-error.ts'
import { draftChanges, draftTimes, loadReturnsBook } from './returns-book-cache.ts'

/** A change to a returns book that is not saved yet. */
export type ReturnsBookChange = {
  /** Summary for the history: 'Rule “Christmas” added'. */
  summary: string
  changes: readonly ReturnsItemChange[]
  /**
   * What the caller saw of items: a different version, or in the draft a different `draftAt`, is a 409; undefined skips
   * the check.
   */
  expected?: readonly { key: string; version?: number | undefined; draftAt?: string | null | undefined }[]
  /** The version in force that the caller saw: a different one is a 409; undefined skips the check. */
  expectedBook?: number | undefined
  broughtBack?: number
}
export type SaveAnswer = { message: string; version: number }
type SaveOptions = { draft: boolean; overrideReason: string | undefined }

/** Changed items listed in an audit row; the versions of the book have all. */
const MAX_AUDITED = 50
const nameOf = ({ kind, key }: { kind: string; key: string }) => `${kind} ${key}`

/**
 * Locks a client's returns book until the transaction ends, and loads the version in force; with `draft`, the draft is
 * applied to it.
 */
export async function lockReturnsBook(context: Context, draft: boolean) {
  const { transaction, client } = context
  const head = await transaction.writeRow(
    sql<{
      version: number
      last_item: number
    }>`insert into returns_book_heads (client_code, version) values (${client}, 0)
      on conflict (client_code) do update set version = returns_book_heads.version returning version, last_item`.compile(
      db,
    ),
  )
  const version = head?.version ?? 0
  const inForce = await loadReturnsBook(transaction, client, version)
  const drafted = draft ? await draftChanges(transaction, client) : { changes: [], rows: [] }
  const book = withReturnsChanges(inForce, drafted.changes)
  return { version, lastItem: head?.last_item ?? 0, inForce, book, draftedAt: draftTimes(drafted) }
}
export type LockedBook = Awaited<ReturnType<typeof lockReturnsBook>>

/** Saves the number of the last item that was named. */
export async function saveLastItemNumber({ transaction, client }: Context, lastItem: number): Promise<void> {
  await transaction.write(
    db.updateTable('returns_book_heads').set({ last_item: lastItem }).where('client_code', '=', client),
  )
}

/**
 * Saves a change: publishes it as the next version, or with `draft` adds it to the client's draft.
 *
 * @throws AppError 409 if an item is not what the caller saw, 422 if the book would break the law and no reason is
 * given
 */
export async function saveReturnsBook(
  context: Context,
  locked: LockedBook,
  change: ReturnsBookChange,
  options: SaveOptions,
): Promise<SaveAnswer> {
  const { expected = [], expectedBook = locked.version } = change
  if (expectedBook !== locked.version) throw versionConflict()
  const before = await itemsNow(context, change)
  for (const { key, version, draftAt } of expected) {
    if (version !== undefined && version !== (before.get(key)?.from_version ?? 0)) throw versionConflict()
    if (options.draft && draftAt !== undefined && draftAt !== (locked.draftedAt.get(key) ?? null))
      throw versionConflict()
  }
  if (options.draft) return saveDraft(context, locked, change, before)
  return publishReturnsBook(context, locked, { ...change, overrideReason: options.overrideReason })
}

type StoredItem = { kind: string; item_key: string; from_version: number; content: object }

/** The items in force that a change concerns, by key; items without a key by kind. */
async function itemsNow({ transaction, client }: Context, { changes, expected = [] }: ReturnsBookChange) {
  const keys = [...changes.map(({ key }) => key), ...expected.map(({ key }) => key)]
  const rows: StoredItem[] = await transaction.rows(
    db
      .selectFrom('returns_book_items')
      .select(['kind', 'item_key', 'from_version', 'content'])
      .where('client_code', '=', client)
      .where('to_version', 'is', null)
      .where('item_key', '=', sql<string>`any (${keys}::text[])`),
  )
  return new Map(rows.map((row) => [row.item_key || row.kind, row]))
}

async function saveDraft(
  context: Context,
  { version }: LockedBook,
  { summary, changes }: ReturnsBookChange,
  before: ReadonlyMap<string, StoredItem>,
): Promise<SaveAnswer> {
  const { transaction, client, caller, now } = context
  const withBase = changes.map((change) => ({ ...change, base: before.get(change.key || change.kind) }))
  // A draft item that equals the one in force is removed from the draft.
  const undone = withBase.filter(({ base, ...change }) => hasNoEffect(change, base?.content ?? null))
  const drafted = withBase.filter((change) => !undone.includes(change))
  const rows = drafted.map(({ kind, key, content, base }) => ({ kind, key, content, base: base?.from_version ?? 0 }))
  await inOrder([
    transaction.write(
      sql`delete from returns_book_drafts d using jsonb_to_recordset(${JSON.stringify(undone)}::jsonb) as p (kind text, key text)
        where d.client_code = ${client} and d.kind = p.kind and d.item_key = p.key`.compile(db),
    ),
    transaction.write(
      sql`insert into returns_book_drafts (client_code, kind, item_key, content, base_version, changed_at, by_name)
        select ${client}, kind, key, nullif(content, 'null'), base, ${now}, ${caller.username}
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p (kind text, key text, content jsonb, base int)
        on conflict (client_code, kind, item_key) do update set content = excluded.content, changed_at = excluded.changed_at,
          by_name = excluded.by_name, base_version = excluded.base_version`.compile(db),
    ),
    audit(context, {
      clientCode: client,
      act: 'returns-book.changed',
      object: `${summary}, in the draft`,
      record: `returns-book:${client}`,
    }),
  ])
  return { message: DATA_UPDATED, version }
}

/** Publishes changes as the next version of the book; if they have no effect, nothing is published. */
export async function publishReturnsBook(
  context: Context,
  { version: last, inForce }: LockedBook,
  change: ReturnsBookChange & { overrideReason: string | undefined },
): Promise<SaveAnswer> {
  const { transaction, client, caller, now } = context
  const before = await itemsNow(context, change)
  const beforeOf = ({ kind, key }: ReturnsItemChange) => before.get(key || kind)?.content ?? null
  const changes = change.changes.filter((one) => !hasNoEffect(one, beforeOf(one)))
  if (changes.length === 0) {
    skipAudit(context)
    return { message: NOTHING_CHANGED, version: last }
  }
  const overridden = await newBreaches(inForce, changes)
  const overrideReason = overridden.length > 0 ? (change.overrideReason ?? '') : ''
  if (overridden.length > 0 && overrideReason === '') throw breachError(overridden)
  const version = last + 1
  const names = new Set(changes.map(nameOf))
  const ended = [...before.values()]
    .map(({ kind, item_key }) => ({ kind, key: item_key }))
    .filter((one) => names.has(nameOf(one)))
  const begun = changes.filter(({ content }) => content !== null)
  await inOrder([
    transaction.write(db.updateTable('returns_book_heads').set({ version }).where('client_code', '=', client)),
    transaction.write(
      db.insertInto('returns_books').values({
        client_code: client,
        version,
        published_at: now,
        user_id: caller.userId,
        by_name: caller.username,
        summary: change.summary,
        brought_back: change.broughtBack ?? null,
        changes: changes.length,
        override_reason: overrideReason,
        overridden: JSON.stringify(overridden),
      }),
    ),
    ...writeVersion(transaction, 'returns_book_items', { client, version, ended, begun }),
    audit(context, {
      clientCode: client,
      act: 'returns-book.changed',
      object: `${change.summary}: returns book ${version}`,
      record: `returns-book:${client}`,
      before: auditedContents(changes, beforeOf),
      after: { ...auditedContents(changes, ({ content }) => content), ...(overrideReason && { overrideReason }) },
    }),
  ])
  return { message: DATA_UPDATED, version }
}

const auditedContents = (changes: readonly ReturnsItemChange[], stateOf: (change: ReturnsItemChange) => unknown) =>
  Object.fromEntries(changes.slice(0, MAX_AUDITED).map((change) => [nameOf(change).trim(), stateOf(change)]))

/**
 * Breaches of the law that the changes add, in words. Breaches already in force were overridden before and are not
 * raised again.
 */
async function newBreaches(
  inForce: CompiledReturnsBook['book'],
  changes: readonly ReturnsItemChange[],
): Promise<string[]> {
  const key = ({ kind, rule }: { kind: string; rule: string | null }) => `${kind} ${rule}`
  const after = compileReturnsBook(withReturnsChanges(inForce, changes))
  const found = await runInTurns(breachesInParts(after))
  if (found.length === 0) return []
  const existing = new Set((await runInTurns(breachesInParts(compileReturnsBook(inForce)))).map(key))
  return found
    .filter((one) => !existing.has(key(one)))
    .map(({ kind, rule, example }) => returnsFindingText({ kind: 'breach', breach: kind, rule, example }, after.book))
}

const breachError = ([first = '', ...others]: readonly string[]) =>
  new AppError(
    'unprocessable',
    `${first}${others.length > 0 ? ` And ${others.length} more.` : ''} Change it, or publish it with a reason.`,
  )

export const versionConflict = () =>
  new AppError('version_conflict', 'Someone else changed this. Reload to see their changes, then try again.')
