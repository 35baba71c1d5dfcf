import { askable } from '../askable.ts'
import type { CompiledReturnsBook } from '../rules/compile-returns-book.ts'
import type { ReasonCode } from '../rules/returns-book.ts'
import { sameName } from '../../text/same-name.ts'

/** Reasons that a shopper chooses among: those that stand alone under '', the others under the title of their group. */
export type ReasonGroup = { readonly title: string; readonly reasons: readonly ReasonCode[] }

/** The reasons that are asked, by their groups, as they stand in the book. */
export function offeredReasons(compiled: CompiledReturnsBook): ReasonGroup[] {
  const codes = new Set(askable(compiled))
  const titles = new Map(compiled.book.reasons.map(({ code, title }) => [sameName(code), title]))
  const asked = compiled.book.reasons.filter(({ code }) => codes.has(code))
  const byParent = Map.groupBy(asked, ({ parent }) => (parent === null ? '' : sameName(parent)))
  return [...byParent].map(([parent, reasons]) => ({
    title: parent === '' ? '' : (titles.get(parent) ?? parent),
    reasons,
  }))
}
