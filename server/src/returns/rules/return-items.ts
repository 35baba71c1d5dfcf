import { CONTENT_SHAPES, type ReturnItem } from '@despatch/contract/returns/rules/return-item'
import type { returns as routes } from '@despatch/contract/returns/rules/returns'
import { mayCall } from '@despatch/contract/route/may-call'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import { DATA_ADDED, DATA_DELETED } from '@despatch/domain/feedback/messages'
import type { ReasonCode, ReturnsBook } from '@despatch/domain/returns/rules/returns-book'
import {
  type ReturnItemKind,
  type ReturnsItemChange,
  withReturnsChanges,
} from '@despatch/domain/returns/rules/returns-book-items'
import { sameName } from '@despatch/domain/text/same-name'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { AppError, refuseFields, undeclaredField } from '../../process/app-error.ts'
import { checkPayable } from './check-payable.ts'
import { lockReturnsBook, saveLastItemNumber, saveReturnsBook } from './publish-returns.ts'
import { draftChanges, draftTimes, returnsBook } from './returns-book-cache.ts'

/** The menu entry that grants changes to each kind of item. */
const LEAF_OF_KIND: Readonly<Record<ReturnItemKind, LeafPath>> = {
  rule: 'returnsPortalControl.returnsPortalRules',
  option: 'returnsPortalControl.returnsOptionsRoutingRules',
  reason: 'returnsPortalControl.returnReasonCodes',
}

/** Checks that the caller may change items of these kinds. Throws an AppError (403). */
export function requireEditOfKinds({ caller }: Context, kinds: Iterable<string>): void {
  for (const kind of new Set(kinds)) {
    const leaf = LEAF_OF_KIND[kind as ReturnItemKind] ?? LEAF_OF_KIND.rule
    if (!mayCall({ edits: [leaf] }, caller.permissions))
      throw new AppError('unauthorized_access', `You can’t change a ${kind} here. You need ‘Edit’ on its screen.`)
  }
}

/** The items in force, or with `draft` those of the draft, including the ones it removes. */
export async function listReturnItems(
  { transaction, client, services }: Context,
  { query }: RouteChecked<typeof routes.items>,
): Promise<RouteAnswer<typeof routes.items>> {
  const { book } = await returnsBook(transaction, client, { services })
  const [drafted, versions] = await Promise.all([
    query.draft ? draftChanges(transaction, client) : { changes: [], rows: [] },
    transaction.rows(
      db
        .selectFrom('returns_book_items')
        .select(['item_key', 'from_version'])
        .where('client_code', '=', client)
        .where('to_version', 'is', null),
    ),
  ])
  const versionOf = new Map(versions.map(({ item_key, from_version }) => [item_key, from_version]))
  const { changes } = drafted
  const draftedAt = draftTimes(drafted)
  const draftOf = new Map(
    changes.map(({ key, content }, index) => [
      key,
      {
        draft: content === null ? 'removed' : versionOf.has(key) ? 'changed' : 'added',
        isOvertaken: drafted.rows[index]?.base !== (versionOf.get(key) ?? 0),
      },
    ]),
  )
  const shown = withReturnsChanges(
    book,
    changes.filter(({ content }) => content !== null),
  )
  const rows = itemsOf(shown)
    .filter(({ kind }) => query.kind === undefined || kind === query.kind)
    .map((item) => ({
      ...item,
      version: versionOf.get(item._id) ?? 0,
      ...(draftOf.get(item._id) ?? { draft: null, isOvertaken: false }),
      draftAt: draftedAt.get(item._id) ?? null,
    }))
  const orderDraftAt = draftedAt.get('order') ?? null
  return { rows: rows as ReturnItem[], total: rows.length, version: book.version, orderDraftAt }
}

/** The items of a book in the shape of answers, rules in order. */
function itemsOf(book: ReturnsBook) {
  return [
    ...book.rules.map(({ id, ...rule }, index) => ({ kind: 'rule' as const, _id: id, place: index + 1, ...rule })),
    ...book.options.map(({ id, ...option }) => ({ kind: 'option' as const, _id: id, ...option })),
    ...book.reasons.map(({ id, ...reason }) => ({ kind: 'reason' as const, _id: id, ...reason })),
  ]
}

function itemOf(book: ReturnsBook, id: string, versions: Pick<ReturnItem, 'version' | 'draft' | 'draftAt'>) {
  const found = itemsOf(book).find(({ _id }) => _id === id)
  return found ? ({ ...found, isOvertaken: false, ...versions } as ReturnItem) : null
}

type Fields = Readonly<Record<string, unknown>>

/** Infers the kind of a body from its fields. */
function kindOf(fields: Fields): ReturnItemKind {
  if ('code' in fields || 'title' in fields || 'fault' in fields) return 'reason'
  if ('conditions' in fields || 'outcomes' in fields) return 'rule'
  if ('gives' in fields || 'service' in fields || 'destination' in fields || 'price' in fields) return 'option'
  throw refuseFields([{ path: 'kind', message: 'Choose rule, option or reason' }])
}

/** Validates the content of an item. Throws an AppError for fields that are unknown, missing or invalid. */
function contentOf(kind: ReturnItemKind, fields: Fields): object {
  const definedFields = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  const unknown = Object.keys(definedFields).filter((name) => !(name in CONTENT_SHAPES[kind].shape))
  if (unknown.length > 0) throw refuseFields(unknown.map(undeclaredField))
  const { data, error } = CONTENT_SHAPES[kind].safeParse(definedFields)
  if (error) throw refuseFields(error.issues.map(({ path, message }) => ({ path: path.join('.'), message })))
  return data
}

/** Adds an item. Throws an AppError for a code that already exists, and as {@link saveReturnsBook}. */
export async function addReturnItem(
  context: Context,
  { query, body }: RouteChecked<typeof routes.add>,
): Promise<RouteAnswer<typeof routes.add>> {
  const { kind: named, overrideReason, ...fields } = body
  const draft = query.draft === true
  const kind = named ?? kindOf(fields)
  requireEditOfKinds(context, [kind])
  const locked = await lockReturnsBook(context, draft)
  const key = `${kind}-${locked.lastItem + 1}`
  const change = await checkPayable(context, { kind, key, content: contentOf(kind, fields) } as ReturnsItemChange)
  checkFits(locked.book, change)
  await saveLastItemNumber(context, locked.lastItem + 1)
  const summary = `${titleOf(change)} added`
  const { version } = await saveReturnsBook(context, locked, { summary, changes: [change] }, { draft, overrideReason })
  const after = withReturnsChanges(locked.book, [change])
  return {
    message: DATA_ADDED,
    version,
    item: itemOf(
      after,
      key,
      draft
        ? { version: 0, draft: 'added', draftAt: context.now.toISOString() }
        : { version, draft: null, draftAt: null },
    ),
  }
}

/** Changes the given fields of an item. Throws an AppError: 404, 409, and as {@link saveReturnsBook}. */
export async function updateReturnItem(
  context: Context,
  { query, body }: RouteChecked<typeof routes.update>,
): Promise<RouteAnswer<typeof routes.update>> {
  const { _id: key, kind: named, version: expected, draftAt, overrideReason, ...fields } = body
  const draft = query.draft === true
  const kind = key.slice(0, key.indexOf('-')) as ReturnItemKind
  if (named !== undefined && named !== kind) throw refuseFields([{ path: 'kind', message: `${key} is a ${kind}` }])
  requireEditOfKinds(context, [kind])
  const locked = await lockReturnsBook(context, draft)
  const present = [...locked.book.rules, ...locked.book.options, ...locked.book.reasons].find(({ id }) => id === key)
  if (!present) throw noSuchItem(key)
  const { id: _key, ...was } = present
  const definedFields = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  const content = contentOf(kind, { ...was, ...definedFields })
  const change = await checkPayable(context, { kind, key, content } as ReturnsItemChange)
  checkFits(locked.book, change)
  const saved = await saveReturnsBook(
    context,
    locked,
    { summary: `${titleOf(change)} changed`, changes: [change], expected: [{ key, version: expected, draftAt }] },
    { draft, overrideReason },
  )
  const after = withReturnsChanges(locked.book, [change])
  return {
    ...saved,
    item: itemOf(
      after,
      key,
      draft
        ? { version: expected ?? 0, draft: 'changed', draftAt: context.now.toISOString() }
        : { version: saved.version, draft: null, draftAt: null },
    ),
  }
}

/** Deletes items; reason codes in use are retired instead. Throws an AppError: 404, and as {@link saveReturnsBook}. */
export async function removeReturnItems(
  context: Context,
  { query }: RouteChecked<typeof routes.remove>,
): Promise<RouteAnswer<typeof routes.remove>> {
  const ids = [...new Set(query.ids?.split(',') ?? (query.id === undefined ? [] : [query.id]))]
  if (ids.length === 0) throw refuseFields([{ path: 'id', message: 'Name what to delete, by id or ids' }])
  const draft = query.draft === true
  const kinds = ids.map((id) => id.slice(0, id.indexOf('-')))
  requireEditOfKinds(context, kinds)
  const locked = await lockReturnsBook(context, draft)
  const { book } = locked
  const all = new Map([...book.rules, ...book.options, ...book.reasons].map((item) => [item.id, item]))
  const missing = ids.find((id) => !all.has(id))
  if (missing !== undefined) throw noSuchItem(missing)
  const reasons = book.reasons.filter(({ id }) => ids.includes(id))
  const used = await reasonsInUse(context, book, reasons)
  const changes = ids.map((key) => {
    const kind = key.slice(0, key.indexOf('-'))
    const retired = used.find(({ id }) => id === key)
    if (!retired) return { kind, key, content: null } as ReturnsItemChange
    const { id: _id, ...content } = retired
    return { kind: 'reason', key, content: { ...content, active: false } } as ReturnsItemChange
  })
  const summary =
    changes.length === 1 && changes[0]
      ? `${titleOf(changes[0], all.get(ids[0] ?? ''))} deleted`
      : `${changes.length} items deleted`
  const { version: expectedVersion, draftAt } = query
  const expected = ids.map((key) => ({
    key,
    ...(expectedVersion !== undefined && { version: Number(expectedVersion) }),
    ...(draftAt !== undefined && { draftAt: draftAt || null }),
  }))
  const { version } = await saveReturnsBook(
    context,
    locked,
    { summary, changes, expected },
    { draft, overrideReason: undefined },
  )
  return { message: DATA_DELETED, version, deleted: ids.length - used.length, retired: used.length }
}

/** Reasons that returns have, or that rules or other reasons refer to. */
async function reasonsInUse({ transaction, client }: Context, book: ReturnsBook, reasons: readonly ReasonCode[]) {
  if (reasons.length === 0) return []
  const codes = reasons.map(({ code }) => code.toLowerCase())
  const usedCodes = await transaction.rows(
    sql<{ code: string }>`select c.code from unnest(${codes}::text[]) as c (code) where exists (
      select from return_events where client_code = ${client} and lower(reason_code) = c.code and reason_code <> ''
    )`.compile(db),
  )
  const named = new Set([
    ...usedCodes.map(({ code }) => code),
    ...book.rules.flatMap(({ conditions }) => conditions.reasons.map(sameName)),
    ...book.reasons.flatMap(({ parent, mergedInto }) =>
      [parent, mergedInto].flatMap((code) => (code === null ? [] : [sameName(code)])),
    ),
  ])
  return reasons.filter(({ code }) => named.has(sameName(code)))
}

/** Checks a change against the rest of the book. Throws an AppError if it does not fit. */
function checkFits(book: ReturnsBook, change: ReturnsItemChange): void {
  if (change.content === null) return
  if (change.kind === 'reason') checkReasonFits(book, change.key, change.content)
  if (change.kind === 'rule') {
    const existing = new Set(book.options.map(({ id }) => id))
    const missing = change.content.outcomes.options?.find((id) => !existing.has(id))
    if (missing !== undefined) throw refuseFields([{ path: 'outcomes.options', message: `There is no ${missing}` }])
    const codes = new Set(book.reasons.map(({ code }) => sameName(code)))
    const unknown = change.content.conditions.reasons.find((code) => !codes.has(sameName(code)))
    if (unknown !== undefined)
      throw refuseFields([{ path: 'conditions.reasons', message: `Reason code ${unknown} not found` }])
  }
}

function checkReasonFits(
  book: ReturnsBook,
  key: string,
  { code, parent, mergedInto, active }: Omit<ReasonCode, 'id'>,
): void {
  const others = book.reasons.filter(({ id }) => id !== key)
  const was = book.reasons.find(({ id }) => id === key)
  if (was && was.code !== code)
    throw refuseFields([{ path: 'code', message: 'You can’t change a code. Add another and merge this one into it' }])
  const same = (one: string | null) => others.find((other) => one !== null && sameName(other.code) === sameName(one))
  if (same(code)) throw new AppError('already_exists', `Reason code ${code} already exists. Choose another code.`)
  if (parent !== null) {
    if (!same(parent)) throw refuseFields([{ path: 'parent', message: `Reason code ${parent} not found` }])
    const hasChildren = others.some((other) => other.parent !== null && sameName(other.parent) === sameName(code))
    if (same(parent)?.parent || hasChildren)
      throw refuseFields([{ path: 'parent', message: 'A group can’t be in another group' }])
  }
  if (mergedInto === null) return
  if (!same(mergedInto)) throw refuseFields([{ path: 'mergedInto', message: `Reason code ${mergedInto} not found` }])
  if (active) throw refuseFields([{ path: 'active', message: 'A merged code must be retired' }])
  for (let at = same(mergedInto), steps = 0; at && steps <= others.length; steps++) {
    const next: string | null = at.mergedInto
    if (next !== null && sameName(next) === sameName(code))
      throw refuseFields([{ path: 'mergedInto', message: `${mergedInto} is merged into ${code} itself` }])
    at = same(next)
  }
}

/** Title of a changed item. `was` is its content before a deletion. */
export function titleOf({ kind, key, content }: ReturnsItemChange, was?: object): string {
  const fields = { ...was, ...content } as { name?: string; code?: string }
  if (kind === 'rule') return `Rule “${fields.name ?? key}”`
  if (kind === 'option') return `Option “${fields.name ?? key}”`
  if (kind === 'reason') return `Reason code ${fields.code ?? key}`
  return kind === 'order' ? 'Order of rules' : 'The consumer law'
}

const noSuchItem = (id: string) => new AppError('not_found', `${id} not found. It may have been deleted.`)
