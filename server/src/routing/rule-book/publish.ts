import { changesNothing, type ItemChange } from '@despatch/domain/routing/rule-book/book-items'
import { DATA_UPDATED, NOTHING_CHANGED } from '@despatch/domain/feedback/messages'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import type { Day } from '@despatch/domain/calendar/day'
import { audit, skipAudit } from '../../audit/write-audit.ts'
import { seeEveryClient } from '../../administration/clients/queries.ts'
import { db } from '../../database/sql.ts'
import { seeClients } from '../../http/authentication/open-session.ts'
import { inOrder, type Transaction } from '../../database/transaction.ts'
import { writeVersion } from '../../database/tables/versioned-items.ts'
import { itemChanged } from './changed-meanwhile.ts'
import { type Acknowledgement, refuseUnacknowledged, withPriceWarnings } from './price-warnings.ts'

/** A prepared change of rule book items. {@link publish} saves it; a what-if only tries it. */
export type BookDraft = Acknowledgement & {
  /** The summary for the history: 'Price of DPD Next Day'. */
  summary: string
  changes: readonly ItemChange[]
  /**
   * The versions that the caller read, by kind and key; another current version is a 409. 0: the item must not exist;
   * undefined: any version.
   */
  known: readonly { kind: ItemChange['kind']; key: string; version: number | undefined }[]
  /** The old version that this change restores. */
  broughtBack?: number
}

type ItemRow = {
  kind: ItemChange['kind']
  item_key: string
  from_version: number
  content: object
  holds_from: Day | null
}

const nameOf = (kind: string, key: string) => `${kind} ${key}`

/** The number of changed items in an audit row; the rule book's history has all of them. */
const MAX_AUDITED = 50

export type Published = { message: string; ruleBookVersion: number; version: number }

/**
 * Publishes the next version of the client's rule book with its audit row: all changes or none. domain.md: 'Editing a
 * rule publishes a new version of the client's rule book; history shows who changed what, with before and after.'
 * `draft` runs after the book is locked, so that its checks still hold on saving, and receives the current version. If
 * nothing changes, no version is published and the answer says so. Warnings about prices are stored with the version.
 * Throws what the draft throws, and an AppError: 409 if an item is not at the version that the caller read, and what
 * {@link refuseUnacknowledged} throws.
 */
export async function publish(context: Context, draft: Drafting): Promise<Published> {
  const { warnings: _, ...published } = await publishPrices(context, draft)
  return published
}

type Drafting = (inForce: number) => BookDraft | Promise<BookDraft>

/** Publishes like {@link publish}, and gives the warnings about prices too. */
export async function publishPrices(context: Context, draft: Drafting): Promise<Published & { warnings: string[] }> {
  const { transaction, client, now } = context
  const inForce = await lockBook(context)
  const { changes, known, note, acknowledged, ...about } = await draft(inForce)
  const version = inForce + 1
  const places = JSON.stringify([...changes, ...known].map(({ kind, key }) => ({ kind, item_key: key })))
  const rows = await transaction.rows(
    sql<ItemRow>`
      select distinct i.kind, i.item_key, i.from_version, i.content, i.holds_from::text
      from jsonb_to_recordset(${places}::jsonb) as p (kind text, item_key text)
      join rule_book_items i on i.client_code = ${client} and i.kind = p.kind and i.item_key = p.item_key and i.to_version is null`.compile(
      db,
    ),
  )
  const before = new Map(rows.map((row) => [nameOf(row.kind, row.item_key), row]))
  for (const { kind, key, version: expected } of known)
    if (isOutdated(expected, before.get(nameOf(kind, key))?.from_version ?? 0))
      throw await itemChanged(context, { kind, key })
  if (changes.every((change) => isAsKept(change, before.get(nameOf(change.kind, change.key))))) {
    skipAudit(context)
    return {
      message: NOTHING_CHANGED,
      ruleBookVersion: inForce,
      // The version of the items, which the caller sends with their next change.
      version: Math.max(0, ...rows.map(({ from_version }) => from_version)),
      warnings: [],
    }
  }

  const isOfSeveral = changes.length > 1 || about.broughtBack !== undefined
  const priced = await withPriceWarnings(context, changes, isOfSeveral)
  const { warnings } = priced
  refuseUnacknowledged(warnings, { note, acknowledged })
  await save(context, { version, note, before, ...about, ...priced })
  if (changes.some(({ kind, content }) => kind === 'carrier' && content !== null)) {
    const all = await seeEveryClient(transaction)
    await context.services.carriersChanged(transaction, { clients: all, now, jobs: context.services.jobs })
    await seeClients(transaction, [client])
  }
  return { message: DATA_UPDATED, ruleBookVersion: version, version, warnings }
}

/** Whether a change leaves an item's content, and the first day of its prices if given, as they are. */
const isAsKept = (change: ItemChange, current: ItemRow | undefined) =>
  changesNothing(change, current?.content ?? null) &&
  (change.holdsFrom === undefined || current === undefined || change.holdsFrom === current.holds_from)

/** Writes a version: the items that end and begin, its history and its audit row. */
async function save(
  context: Context,
  {
    version,
    summary,
    changes,
    broughtBack,
    note = '',
    warnings,
    before,
  }: Omit<BookDraft, 'known'> & {
    version: number
    warnings: readonly string[]
    before: ReadonlyMap<string, ItemRow>
  },
): Promise<void> {
  const { transaction, client, caller, now } = context
  const changing = new Set(changes.map(({ kind, key }) => nameOf(kind, key)))
  const ended = [...before.values()]
    .map(({ kind, item_key }) => ({ kind, key: item_key }))
    .filter(({ kind, key }) => changing.has(nameOf(kind, key)))
  const begun = changes.filter(({ content }) => content !== null)
  await inOrder([
    transaction.write(db.updateTable('rule_book_heads').set({ version }).where('client_code', '=', client)),
    transaction.write(
      db.insertInto('rule_books').values({
        client_code: client,
        version,
        published_at: now,
        user_id: caller.userId,
        by_name: caller.username,
        summary,
        brought_back: broughtBack ?? null,
        changes: changes.length,
        note,
        warnings: [...warnings],
      }),
    ),
    ...writeVersion(transaction, 'rule_book_items', { client, version, ended, begun }),
    audit(context, {
      clientCode: client,
      act: 'rule-book.changed',
      object: `${summary}: rule book ${version}`,
      record: `rule-book:${client}`,
      before: contentsForAudit(changes, ({ kind, key }) => before.get(nameOf(kind, key))?.content),
      after: contentsForAudit(changes, ({ content }) => content ?? undefined),
    }),
  ])
}

/**
 * Locks the row that all changes of a client's book need, until the end of the transaction. Returns the current version.
 */
async function lockBook({ transaction, client }: Context): Promise<number> {
  const head = await transaction.writeRow(
    sql<{ version: number }>`insert into rule_book_heads (client_code, version) values (${client}, 0)
      on conflict (client_code) do update set version = rule_book_heads.version returning version`.compile(db),
  )
  return head?.version ?? 0
}

/**
 * Locks the books of several clients in the order of their codes, before publishing any of them in one transaction.
 * This order prevents deadlocks.
 */
export async function lockBooks(transaction: Transaction, clients: readonly string[]): Promise<void> {
  await transaction.write(
    sql`insert into rule_book_heads (client_code, version)
      select code, 0 from unnest(${clients}::text[]) as named (code) order by code
      on conflict (client_code) do update set version = rule_book_heads.version`.compile(db),
  )
}

/** The contents of changed items by kind and key, for the audit. */
function contentsForAudit(
  changes: readonly ItemChange[],
  stateOf: (change: ItemChange) => unknown,
): Record<string, unknown> {
  const entries = changes
    .slice(0, MAX_AUDITED)
    .map((change) => [`${change.kind} ${change.key}`.trim(), stateOf(change) ?? null])
  const more = changes.length - MAX_AUDITED
  return { ...Object.fromEntries(entries), ...(more > 0 && { more }) }
}

/** Whether the caller read another version than the current one. A caller who sends no version overwrites any. */
export function isOutdated(known: number | undefined, present: number): boolean {
  return known !== undefined && known !== present
}
