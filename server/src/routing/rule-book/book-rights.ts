import { mayCall } from '@despatch/contract/route/may-call'
import {
  BOOK_ITEM_KINDS,
  type BookItemKind,
  type ItemChange,
  LEAVES_OF_KIND,
} from '@despatch/domain/routing/rule-book/book-items'
import { type LeafPath, menuLeaves } from '@despatch/domain/administration/roles/menu'
import type { Caller } from '../../http/authentication/open-session.ts'

/** The kinds of items that a caller may see in a rule book: those whose screens they may read. */
export function readableKinds({ permissions }: Pick<Caller, 'permissions'>): BookItemKind[] {
  return BOOK_ITEM_KINDS.filter((kind) => mayCall({ reads: LEAVES_OF_KIND[kind] }, permissions))
}

/**
 * The titles of menu entries that a caller lacks Edit for to make these changes; '' if they may make them. Ending a
 * method removes its limits without needing Edit for limits.
 */
export function missingEditRights(
  { permissions }: Pick<Caller, 'permissions'>,
  changes: readonly ItemChange[],
): string {
  const ended = new Set(changes.flatMap(({ kind, key, content }) => (kind === 'method' && !content ? [key] : [])))
  const own = changes.filter(({ kind, key, content }) => kind !== 'parcel-limits' || content || !ended.has(key))
  const kinds = new Set(own.map(({ kind }) => kind))
  const lacking = BOOK_ITEM_KINDS.filter(
    (kind) => kinds.has(kind) && !mayCall({ edits: LEAVES_OF_KIND[kind] }, permissions),
  )
  return [...new Set(lacking.map((kind) => LEAVES_OF_KIND[kind].map(titleOf).join(' or ')))].join('; ')
}

function titleOf(wanted: LeafPath): string {
  return menuLeaves().find(({ leaf }) => leaf === wanted)?.title ?? wanted
}
