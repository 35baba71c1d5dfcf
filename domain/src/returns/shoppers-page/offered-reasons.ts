import { offeredReasonCodes } from '../offered-reason-codes.ts'
import type { CompiledReturnsBook } from '../rules/compile-returns-book.ts'
import type { ReasonCode } from '../rules/returns-book.ts'
import { sameName } from '../../text/same-name.ts'

/** A group of reasons to choose from; reasons without a group are under ''. */
export type ReasonGroup = { readonly title: string; readonly reasons: readonly ReasonCode[] }

/** The reasons that shoppers can choose, by group, in the order of the book. */
export function offeredReasons(compiled: CompiledReturnsBook): ReasonGroup[] {
  const codes = new Set(offeredReasonCodes(compiled))
  const titles = new Map(compiled.book.reasons.map(({ code, title }) => [sameName(code), title]))
  const offered = compiled.book.reasons.filter(({ code }) => codes.has(code))
  const byParent = Map.groupBy(offered, ({ parent }) => (parent === null ? '' : sameName(parent)))
  return [...byParent].map(([parent, reasons]) => ({
    title: parent === '' ? '' : (titles.get(parent) ?? parent),
    reasons,
  }))
}
