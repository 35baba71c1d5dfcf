import { type Expected, exact } from './account.ts'
import type { Leg } from './history.ts'

export type Verdict =
  | 'Matched'
  | 'Within tolerance'
  | 'Overcharged'
  | 'Undercharged'
  | 'Already billed'
  | 'Not found'
  | 'Not despatched'
  | 'Not judged'

/** The verdict of a row: the amounts that may be expected, and the verdicts that fit. */
export type Judged = {
  readonly expected: readonly (number | null)[]
  readonly verdicts: readonly Verdict[]
  readonly parcels: readonly string[]
  /** The amount that rejecting it disputes, unless the user enters another. */
  readonly claimable: number
}

type VerdictFacts = {
  readonly isKnown: boolean
  readonly isFee?: boolean
  readonly found?: Expected
  readonly billed?: number
  readonly leg?: Leg
  readonly tolerance?: number
}

/** The correct verdicts; a row that bills too much of what was billed before has several. */
export function verdictsOf({ isKnown, isFee, found, billed = 0, leg, tolerance = 0 }: VerdictFacts): Verdict[] {
  if (isFee) return ['Overcharged']
  if (!found) return isKnown ? ['Already billed', 'Not found', 'Not despatched'] : ['Not found']
  const verdicts = new Set<Verdict>()
  for (const expected of found.allowed) {
    const variance = exact(billed - expected)
    if (expected === 0 && billed > 0 && found.wasBilledBefore) {
      verdicts.add('Already billed')
      if (leg === 'adjustment' || found.differences.length > 1 || !found.billsBase) verdicts.add('Overcharged')
    } else if (expected === 0 && billed > 0 && found.wasGivenBack) {
      verdicts.add('Already billed').add('Overcharged')
    } else if (variance === 0) verdicts.add('Matched')
    else if (Math.abs(variance) <= tolerance && found.differences.every((one) => Math.abs(one) <= tolerance))
      verdicts.add('Within tolerance')
    else verdicts.add(variance > 0 ? 'Overcharged' : 'Undercharged')
  }
  return [...verdicts]
}
