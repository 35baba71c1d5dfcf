import { sameName } from '../text/same-name.ts'
import type { CompiledReturnsBook } from './rules/compile-returns-book.ts'

const ANY = { among: null, not: new Set<string>() }

/**
 * Reason codes that shoppers can choose: active, not a group, and not in a retired group.
 * `among` (null: all) and `not` narrow them.
 */
export function offeredReasonCodes(
  { book }: CompiledReturnsBook,
  { among, not }: { among: ReadonlySet<string> | null; not: ReadonlySet<string> } = ANY,
): string[] {
  const groups = new Set(
    book.reasons.flatMap(({ parent, active }) => (parent === null || !active ? [] : [sameName(parent)])),
  )
  const active = new Set(book.reasons.flatMap(({ code, active: is }) => (is ? [sameName(code)] : [])))
  return book.reasons
    .filter(
      ({ code, parent, active: is }) =>
        is && !groups.has(sameName(code)) && (parent === null || active.has(sameName(parent))),
    )
    .map(({ code }) => code)
    .filter((code) => (among === null || among.has(sameName(code))) && !not.has(sameName(code)))
}
