import { DATA_UPDATED, NOTHING_CHANGED } from '@despatch/domain/feedback/messages'
import { type CompiledReturnsBook, compileReturnsBook } from '@despatch/domain/returns/rules/compile-returns-book'
import { breachesInParts } from '@despatch/domain/returns/rules/return-law'
import {
  changesNoReturns,
  type ReturnsItemChange,
  withReturnsChanges,
} from '@despatch/domain/returns/rules/returns-book-items'
import { returnsFindingText } from '@despatch/domain/returns/rules/returns-finding-text'
import { sql } from 'kysely'
import { audit, nothingDone } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import { writeVersion } from '../../database/tables/versioned-items.ts'
import { inOrder } from '../../database/transaction.ts'
import type { Context } from '../../http/context.ts'
import { runInTurns } from '../../process/loop-budget.ts'
import { AppError } from '../../process/app-error.ts'
import { draftChanges, draftTimes, loadReturnsBook } from './returns-book-cache.ts'

/** A change of a returns book, worked out but not saved. */
export type ReturnsDraft = {
  /** What is done, in words for the history: 'Rule “Christmas” added'. */
  summary: string
  changes: readonly ReturnsItemChange[]
  /** What the caller knows of items: another version by now, or in the draft another `draftAt`, is a 409; undefined is any. */
  known?: readonly { key: string; version?: number | undefined; draftAt?: string | null | undefined }[]
  /** The version of the book in force that the caller knows: another by now is a 409; undefined is any. */
  knownBook?: number | undefined
  broughtBack?: number
}
export type Saved = { message: string; version: number }
type How = { draft: boolean; overrideReason: string | undefined }

/** How many changed items an audit row tells whole; the versions of the book tell all. */
const MAX_AUDITED = 50
const nameOf = ({ kind, key }: { kind: string; key: string }) => `${kind} ${key}`

/** The book that a change is worked out from: what is in force, and with `draft` the client's draft over it. Held until the end. */
export async function holdReturnsBook(context: Context, draft: boolean) {
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
export type HeldBook = Awaited<ReturnType<typeof holdReturnsBook>>

/** Keeps the number that the last item of a book was named by. */
export async function keepLastItem({ transaction, client }: Context, lastItem: number): Promise<void> {
  await transaction.write(
    db.updateTable('returns_book_heads').set({ last_item: lastItem }).where('client_code', '=', client),
  )
}

/**
 * Saves a change: publishes the next version with it, or with `draft` adds it to the client's draft. Throws an AppError
 * (409) where an item is not what the caller knew, and (422) where the book would break the law and no reason is given.
 */
export async function saveReturns(context: Context, held: HeldBook, change: ReturnsDraft, how: How): Promise<Saved> {
  const { known = [], knownBook = held.version } = change
  if (knownBook !== held.version) throw changedMeanwhile()
  const before = await itemsNow(context, change)
  for (const { key, version, draftAt } of known) {
    if (version !== undefined && version !== (before.get(key)?.from_version ?? 0)) throw changedMeanwhile()
    if (how.draft && draftAt !== undefined && draftAt !== (held.draftedAt.get(key) ?? null)) throw changedMeanwhile()
  }
  if (how.draft) return saveDraft(context, held, change, before)
  return publishReturns(context, held, { ...change, overrideReason: how.overrideReason })
}

type Kept = { kind: string; item_key: string; from_version: number; content: object }

/** The items that a change is about, as they are in force, by key; those without one of their own by their kind. */
async function itemsNow({ transaction, client }: Context, { changes, known = [] }: ReturnsDraft) {
  const keys = [...changes.map(({ key }) => key), ...known.map(({ key }) => key)]
  const rows: Kept[] = await transaction.rows(
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
  { version }: HeldBook,
  { summary, changes }: ReturnsDraft,
  before: ReadonlyMap<string, Kept>,
): Promise<Saved> {
  const { transaction, client, caller, now } = context
  const kept = changes.map((change) => ({ ...change, base: before.get(change.key || change.kind) }))
  // An item that is as it is in force again is no draft any more.
  const undone = kept.filter(({ base, ...change }) => changesNoReturns(change, base?.content ?? null))
  const drafted = kept.filter((change) => !undone.includes(change))
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

/** Publishes changes as the next version of the book; changes that say what is so already publish nothing. */
export async function publishReturns(
  context: Context,
  { version: last, inForce }: HeldBook,
  change: ReturnsDraft & { overrideReason: string | undefined },
): Promise<Saved> {
  const { transaction, client, caller, now } = context
  const before = await itemsNow(context, change)
  const beforeOf = ({ kind, key }: ReturnsItemChange) => before.get(key || kind)?.content ?? null
  const changes = change.changes.filter((one) => !changesNoReturns(one, beforeOf(one)))
  if (changes.length === 0) {
    nothingDone(context)
    return { message: NOTHING_CHANGED, version: last }
  }
  const overridden = await newBreaches(inForce, changes)
  const overrideReason = overridden.length > 0 ? (change.overrideReason ?? '') : ''
  if (overridden.length > 0 && overrideReason === '') throw againstTheLaw(overridden)
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
      before: told(changes, beforeOf),
      after: { ...told(changes, ({ content }) => content), ...(overrideReason && { overrideReason }) },
    }),
  ])
  return { message: DATA_UPDATED, version }
}

const told = (changes: readonly ReturnsItemChange[], stateOf: (change: ReturnsItemChange) => unknown) =>
  Object.fromEntries(changes.slice(0, MAX_AUDITED).map((change) => [nameOf(change).trim(), stateOf(change)]))

/** What a book breaks of the law that it does not break already, in words: what was overridden once is not asked again. */
async function newBreaches(
  inForce: CompiledReturnsBook['book'],
  changes: readonly ReturnsItemChange[],
): Promise<string[]> {
  const key = ({ kind, rule }: { kind: string; rule: string | null }) => `${kind} ${rule}`
  const after = compileReturnsBook(withReturnsChanges(inForce, changes))
  const found = await runInTurns(breachesInParts(after))
  if (found.length === 0) return []
  const known = new Set((await runInTurns(breachesInParts(compileReturnsBook(inForce)))).map(key))
  return found
    .filter((one) => !known.has(key(one)))
    .map(({ kind, rule, example }) => returnsFindingText({ kind: 'breach', breach: kind, rule, example }, after.book))
}

const againstTheLaw = ([first = '', ...others]: readonly string[]) =>
  new AppError(
    'unprocessable',
    `${first}${others.length > 0 ? ` And ${others.length} more.` : ''} Change it, or publish it with a reason, which is kept.`,
  )

export const changedMeanwhile = () =>
  new AppError('version_conflict', 'Someone else has changed this. Check the latest version and try again.')
