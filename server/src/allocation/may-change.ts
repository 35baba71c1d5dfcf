import { mayCall } from '@despatch/contract/route/may-call'
import { BOOK_ITEM_KINDS, type ItemChange, LEAVES_OF_KIND } from '@despatch/domain/allocation/book-items'
import { type LeafPath, menuLeaves } from '@despatch/domain/roles/menu'
import type { Caller } from '../session/open-session.ts'

/** What Edit a caller lacks for changes of a rule book, in words, each entry of the menu once; '' where they may make them. */
export function editLacking({ permissions }: Pick<Caller, 'permissions'>, changes: readonly ItemChange[]): string {
  const kinds = new Set(changes.map(({ kind }) => kind))
  const lacking = BOOK_ITEM_KINDS.filter(
    (kind) => kinds.has(kind) && !mayCall({ edits: LEAVES_OF_KIND[kind] }, permissions),
  )
  return [...new Set(lacking.map((kind) => LEAVES_OF_KIND[kind].map(titleOf).join(' or ')))].join('; ')
}

function titleOf(wanted: LeafPath): string {
  return menuLeaves().find(({ leaf }) => leaf === wanted)?.title ?? wanted
}
