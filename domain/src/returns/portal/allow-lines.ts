import type { CompiledReturnsBook } from '../rules/compile-returns-book.ts'
import type { LineDecision, ReturnDecision } from '../rules/return-decision.ts'
import type { ReturnOrder } from '../return-order.ts'
import { gatherParcels } from '../return-parcels.ts'

/** Reasons that staff cannot overrule: there are no pieces to take back. */
const CANNOT_OVERRULE = new Set<LineDecision['why']>(['no-such-line', 'not-sent', 'already-returned', 'too-many'])

/**
 * Overrules a decision: lines that rules refuse or send to review are allowed, and parcels are formed again. Lines
 * without pieces to return stay refused. A line that no option serves goes to the returns centre.
 */
export function allowLines(
  decision: ReturnDecision,
  options: { order: ReturnOrder; compiled: CompiledReturnsBook; oneParcel: boolean },
): ReturnDecision {
  const lines = decision.lines.map((line): LineDecision => {
    if (line.answer === 'allowed' || CANNOT_OVERRULE.has(line.why)) return line
    const first = line.options.find(({ why }) => why === 'offered')
    const destination = (first && options.compiled.options.get(first.id)?.destination) ?? 'returns-centre'
    return { ...line, answer: 'allowed', destination: line.keep ? null : destination }
  })
  const parcels = gatherParcels(lines, options)
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
