import type { Day } from '../../calendar/day.ts'
import { CONDITIONS, type CompiledReturnsBook } from './compile-returns-book.ts'
import type { LineDecision, NearestChange, WhyAnswer } from './return-decision.ts'
import type { ReturnAnswer } from './returns-book.ts'
import { allRules, andInto, firstInBoth, type RuleMask, wordsFor } from './rule-masks.ts'

const CONDITION_COUNT = CONDITIONS.length

/** Which rules hold, and which would but for the days gone by. */
export function matchRules({ rules }: CompiledReturnsBook, masks: readonly RuleMask[]) {
  const matching = allRules(wordsFor(rules.length))
  let timeless = matching
  for (let at = 0; at < CONDITION_COUNT; at++) {
    if (at === CONDITION_COUNT - 1) timeless = matching.slice()
    andInto(matching, masks[at] ?? matching)
  }
  return { timeless, matching }
}

/** By rule, in their order: the condition of a line that is the first to fail; undefined where all hold. */
export function failuresOf({ held }: Pick<LineDecision, 'held'>, { rules }: CompiledReturnsBook) {
  return rules.map((_rule, place) => {
    const bit = 1 << (place & 31)
    const at = held.findIndex((mask) => ((mask[place >>> 5] ?? 0) & bit) === 0)
    return CONDITIONS[at]
  })
}

/** What would have to be otherwise, the least of it; null where nothing that helps is known. */
export function nearestChange(given: {
  compiled: CompiledReturnsBook
  masks: readonly RuleMask[]
  answer: ReturnAnswer
  why: WhyAnswer
  time: Day | null
  place: number
}): NearestChange | null {
  const { compiled, masks, answer, why, time, place } = given
  if (time !== null) return { kind: 'until', day: time }
  if (answer === 'allowed' || (why !== 'rule' && why !== 'no-rule')) return null
  // A rule that allows, stands before the one that decided, and fails in one condition alone.
  const once = new Uint32Array(compiled.allowing.length)
  const twice = once.slice()
  for (const mask of masks)
    for (let word = 0; word < once.length; word++) {
      const [failing, failed] = [~(mask[word] ?? 0), once[word] ?? 0]
      twice[word] = (twice[word] ?? 0) | (failed & failing)
      once[word] = failed | failing
    }
  for (let word = 0; word < once.length; word++) once[word] = (once[word] ?? 0) & ~(twice[word] ?? 0)
  const found = firstInBoth(once, compiled.allowing)
  const rule = compiled.rules[found]
  if (!rule || (place >= 0 && found > place)) return null
  const bit = 1 << (found & 31)
  const at = masks.findIndex((mask) => ((mask[found >>> 5] ?? 0) & bit) === 0)
  const condition = CONDITIONS[at]
  // Days that are still to come, or are past with a later rule in between, are no change that helps.
  return condition === undefined || condition === 'days' ? null : { kind: 'condition', rule: rule.id, condition }
}
