import type { CompiledReturnsBook } from '../rules/compile-returns-book.ts'
import type { LineDecision, ReturnDecision } from '../rules/return-decision.ts'
import type { ReturnOrder } from '../return-order.ts'
import { gatherParcels } from '../return-parcels.ts'

/** What nobody can allow: there is nothing to take back. */
const NOT_THERE = new Set<LineDecision['why']>(['no-such-line', 'not-sent', 'already-returned', 'too-many'])

/**
 * A decision of which someone allows what rules refuse or want reviewed, with the parcels that come of it. Pieces that are
 * not there stay refused. A line that no option takes goes to the returns centre.
 */
export function allowLines(
  decision: ReturnDecision,
  given: { order: ReturnOrder; compiled: CompiledReturnsBook; oneParcel: boolean },
): ReturnDecision {
  const lines = decision.lines.map((line): LineDecision => {
    if (line.answer === 'allowed' || NOT_THERE.has(line.why)) return line
    const first = line.options.find(({ why }) => why === 'offered')
    const destination = (first && given.compiled.options.get(first.id)?.destination) ?? 'returns-centre'
    return { ...line, answer: 'allowed', destination: line.keep ? null : destination }
  })
  const parcels = gatherParcels(lines, given)
  return {
    ...decision,
    answer: lines.some(({ answer }) => answer === 'refused') ? 'part' : 'allowed',
    lines,
    parcels,
    fee:
      parcels.reduce((sum, { fee }) => sum + fee, 0) +
      lines.reduce((most, { answer, keep, fee }) => (answer === 'allowed' && keep ? Math.max(most, fee) : most), 0),
  }
}
