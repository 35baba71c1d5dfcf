import type { returns as routes } from '@despatch/contract/returns/rules/returns'
import type { ReturnsBookVersion } from '@despatch/contract/returns/rules/returns-shapes'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { DATA_DELETED } from '@despatch/domain/feedback/messages'
import { checkInParts, isBreach, type ReturnsFinding } from '@despatch/domain/returns/rules/check-returns-book'
import { type CompiledReturnsBook, compileReturnsBook } from '@despatch/domain/returns/rules/compile-returns-book'
import type { ReturnsBook } from '@despatch/domain/returns/rules/returns-book'
import { type ReturnsItemChange, withReturnsChanges } from '@despatch/domain/returns/rules/returns-book-items'
import { returnCaseText, returnsFindingText } from '@despatch/domain/returns/rules/returns-finding-text'
import { sql } from 'kysely'
import { currencyOf } from '../../administration/clients/client-currency.ts'
import { audit, skipAudit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import { changedBackTo, changedByVersion } from '../../database/tables/versioned-items.ts'
import type { Context } from '../../http/context.ts'
import { runInTurns } from '../../process/loop-budget.ts'
import { AppError } from '../../process/app-error.ts'
import { versionConflict, lockReturnsBook, publishReturnsBook } from './publish-returns.ts'
import { requireEditOfKinds, titleOf } from './return-items.ts'
import { bookOrDraft, draftChanges, draftTimes, returnsBook } from './returns-book-cache.ts'

const MAX_FINDINGS = 200
const COLUMNS = [
  'version',
  'published_at',
  'by_name',
  'summary',
  'brought_back',
  'changes',
  'override_reason',
  'overridden',
] as const
const ofClient = (client: string) => db.selectFrom('returns_books').where('client_code', '=', client)
const versionRow = (client: string, version: number) => ofClient(client).select(COLUMNS).where('version', '=', version)
type Row = {
  version: number
  published_at: Date
  by_name: string
  summary: string
  brought_back: number | null
  changes: number
  override_reason: string
  overridden: string[]
}

function presentVersion(row: Row | undefined): ReturnsBookVersion {
  return {
    version: row?.version ?? 0,
    at: row?.published_at.toISOString() ?? null,
    by: row?.by_name ?? '',
    summary: row?.summary ?? '',
    broughtBack: row?.brought_back ?? null,
    changes: row?.changes ?? 0,
    overrideReason: row?.override_reason ?? '',
    overridden: row?.overridden ?? [],
  }
}

/** Findings by compiled book: a version, or a draft as compiled once. */
const findingsOfBook = new WeakMap<CompiledReturnsBook, readonly ReturnsFinding[]>()

async function findingsOf({ transaction, client }: Context, compiled: CompiledReturnsBook) {
  const cached = findingsOfBook.get(compiled)
  if (cached) return cached
  const rows = await transaction.rows(
    sql<{ country: string }>`select distinct country from (
      select country from orders where client_code = ${client} order by ordered_at desc limit 2000
    ) as latest`.compile(db),
  )
  const findings = await runInTurns(checkInParts(compiled, { countries: rows.map(({ country }) => country) }))
  findingsOfBook.set(compiled, findings)
  return findings
}

/** The book in force, and a summary of its draft. */
export async function readReturnsBook(context: Context): Promise<RouteAnswer<typeof routes.book>> {
  const { transaction, client, services } = context
  const inForce = await returnsBook(transaction, client, { services })
  const [row, draft] = await Promise.all([
    transaction.row(versionRow(client, inForce.book.version)),
    draftChanges(transaction, client),
  ])
  const { changes, rows } = draft
  const findings = await findingsOf(context, inForce)
  const last = lastChange(rows)
  const drafted = compileReturnsBook(withReturnsChanges(inForce.book, changes))
  const draftFindings = last ? await findingsOf(context, drafted) : []
  return {
    ...presentVersion(row),
    law: inForce.book.law,
    findings: findings.length,
    breaches: findings.filter(isBreach).length,
    lawDraftAt: draftTimes(draft).get('settings') ?? null,
    draft: last
      ? {
          changes: changes.length,
          by: last.by,
          at: last.at.toISOString(),
          law: drafted.book.law,
          findings: draftFindings.length,
          breaches: draftFindings.filter(isBreach).length,
        }
      : null,
  }
}

/** Findings in the book in force or the draft, at most 200. */
export async function checkBook(
  context: Context,
  { query }: RouteChecked<typeof routes.check>,
): Promise<RouteAnswer<typeof routes.check>> {
  const { transaction, client, services } = context
  const compiled = await bookOrDraft(transaction, client, { draft: query.draft === true, services })
  const [findings, currency] = [await findingsOf(context, compiled), await currencyOf(transaction, client)]
  return {
    version: compiled.book.version,
    findings: findings.slice(0, MAX_FINDINGS).map((finding) => ({
      kind: finding.kind === 'breach' ? finding.breach : finding.kind,
      isBreach: isBreach(finding),
      sentence: returnsFindingText(finding, compiled.book),
      itemId: itemIdOf(finding, compiled),
      example: finding.example && returnCaseText(finding.example, compiled.book, currency),
    })),
  }
}

function itemIdOf(finding: ReturnsFinding, { book }: CompiledReturnsBook): string | null {
  if ('rule' in finding && finding.rule !== null) return finding.rule
  if (finding.kind === 'option-unreached') return finding.option
  if (finding.kind === 'destination-unreached') return finding.options[0] ?? null
  if (finding.kind === 'reason-of-nobody') return book.reasons.find(({ code }) => code === finding.reason)?.id ?? null
  return null
}

type DraftRow = { readonly by: string; readonly at: Date }
const lastChange = (rows: readonly DraftRow[]) =>
  rows.toSorted((one, other) => other.at.getTime() - one.at.getTime())[0]

/** Refuses to act on a draft that has changed since the caller saw it. Throws an AppError: 409 with who changed it. */
function refuseOtherDraft(rows: readonly DraftRow[], shownAt: string | undefined): void {
  const last = lastChange(rows)
  if (!last || shownAt === undefined || last.at.toISOString() === shownAt) return
  const changes = rows.length === 1 ? 'one change' : `${rows.length} changes`
  throw new AppError(
    'version_conflict',
    `${last.by} has changed the draft. It now has ${changes}. Check them, then try again.`,
  )
}

/** Publishes the draft. Throws an AppError: 404 without a draft, 409 if it or the items it changes have changed, and 422. */
export async function publishDraft(
  context: Context,
  { body }: RouteChecked<typeof routes.publish>,
): Promise<RouteAnswer<typeof routes.publish>> {
  const { transaction, client } = context
  const locked = await lockReturnsBook(context, false)
  const { changes, rows } = await draftChanges(transaction, client)
  if (changes.length === 0) throw new AppError('not_found', 'No draft yet. Change something first.')
  refuseOtherDraft(rows, body.draftAt)
  requireEditOfKinds(
    context,
    changes.map(({ kind }) => kind),
  )
  const present = await transaction.rows(
    db
      .selectFrom('returns_book_items')
      .select(['kind', 'item_key', 'from_version'])
      .where('client_code', '=', client)
      .where('to_version', 'is', null),
  )
  const versionOf = new Map(present.map(({ kind, item_key, from_version }) => [`${kind} ${item_key}`, from_version]))
  const overtaken = changes.filter(
    ({ kind, key }, index) => (versionOf.get(`${kind} ${key}`) ?? 0) !== rows[index]?.base,
  )
  if (overtaken.length > 0) throw publishedSince(overtaken, locked.book)
  const summary = changes.length === 1 ? 'Draft of one change' : `Draft of ${changes.length} changes`
  const published = await publishReturnsBook(context, locked, { summary, changes, overrideReason: body.overrideReason })
  await transaction.write(db.deleteFrom('returns_book_drafts').where('client_code', '=', client))
  return published
}

/** The draft stays; saving an item again bases it on the version in force. */
function publishedSince(changes: readonly ReturnsItemChange[], { rules, options, reasons }: ReturnsBook) {
  const inForce = new Map([...rules, ...options, ...reasons].map((item) => [item.id, item]))
  const [first = '', ...others] = changes.map((change) => titleOf(change, inForce.get(change.key)))
  const more = others.length > 0 ? ` and ${others.length} more` : ''
  return new AppError(
    'version_conflict',
    `${first}${more} changed in the live version after the draft. Check it, then save to the draft again, or discard the draft.`,
  )
}

/** Discards the draft. Throws an AppError: 409 if it has changed since the caller saw it. */
export async function discardDraft(
  context: Context,
  { query }: RouteChecked<typeof routes.discard>,
): Promise<RouteAnswer<typeof routes.discard>> {
  const { transaction, client } = context
  await lockReturnsBook(context, false)
  const { changes, rows } = await draftChanges(transaction, client)
  requireEditOfKinds(
    context,
    changes.map(({ kind }) => kind),
  )
  refuseOtherDraft(rows, query.draftAt)
  if (changes.length === 0) skipAudit(context)
  else {
    await transaction.write(db.deleteFrom('returns_book_drafts').where('client_code', '=', client))
    await audit(context, {
      clientCode: client,
      act: 'returns-book.changed',
      object: `Draft of ${changes.length} changes discarded`,
      record: `returns-book:${client}`,
    })
  }
  return { message: DATA_DELETED, discarded: changes.length }
}

/** A page of the book's versions, newest first. */
export async function returnsVersions(
  { transaction, client }: Context,
  { query }: RouteChecked<typeof routes.versions>,
): Promise<RouteAnswer<typeof routes.versions>> {
  const [rows, counted] = await Promise.all([
    transaction.rows(
      ofClient(client)
        .select(COLUMNS)
        .orderBy('version', 'desc')
        .limit(query.limit)
        .offset((query.page - 1) * query.limit),
    ),
    transaction.row(ofClient(client).select(sql<number>`count(*)::int`.as('total'))),
  ])
  return { versions: rows.map(presentVersion), total: counted?.total ?? 0 }
}

/** The changes of a version. Throws an AppError (404). */
export async function returnsVersionChanges(
  { transaction, client }: Context,
  { params, query }: RouteChecked<typeof routes.version>,
): Promise<RouteAnswer<typeof routes.version>> {
  const number = Number(params.version)
  const changed = changedByVersion('returns_book_items', client, number)
  const [row, items, counted] = await Promise.all([
    transaction.row(versionRow(client, number)),
    transaction.rows(
      sql<{ kind: string; item_key: string; before: null; after: null }>`select * from (${changed}) as changed
        order by kind, item_key limit ${query.limit} offset ${(query.page - 1) * query.limit}`.compile(db),
    ),
    transaction.row(sql<{ total: number }>`select count(*)::int as total from (${changed}) as changed`.compile(db)),
  ])
  if (!row) throw noSuchVersion(number)
  return {
    version: presentVersion(row),
    items: items.map(({ item_key, ...item }) => ({ ...item, key: item_key })),
    total: counted?.total ?? 0,
  }
}

/** Publishes an earlier version again as the newest. Throws an AppError: 404, 409, and as publishing does. */
export async function bringReturnsBack(
  context: Context,
  { params, body }: RouteChecked<typeof routes.bringBack>,
): Promise<RouteAnswer<typeof routes.bringBack>> {
  const { transaction, client } = context
  const number = Number(params.version)
  const locked = await lockReturnsBook(context, false)
  if (number > locked.version) throw noSuchVersion(number)
  if (body.version !== locked.version) throw versionConflict()
  const changes = await transaction.rows(
    sql<ReturnsItemChange>`select kind, item_key as key, after as content
      from (${changedBackTo('returns_book_items', client, number)}) as changed order by kind, item_key`.compile(db),
  )
  requireEditOfKinds(
    context,
    changes.map(({ kind }) => kind),
  )
  return publishReturnsBook(context, locked, {
    summary: `Version ${number} restored`,
    changes,
    broughtBack: number,
    overrideReason: body.overrideReason,
  })
}

const noSuchVersion = (version: number) =>
  new AppError('not_found', `This client’s returns rules have no version ${version}.`)
