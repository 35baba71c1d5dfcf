import type { Day } from '../../calendar/day.ts'
import { CONDITIONS, type CompiledReturnsBook } from './compile-returns-book.ts'
import type { LineDecision, NearestChange, AnswerReason } from './return-decision.ts'
import type { ReturnAnswer } from './returns-book.ts'
import { allRules, intersectInto, firstInBoth, type RuleMask, wordsFor } from './rule-masks.ts'

const CONDITION_COUNT = CONDITIONS.length

/** The rules whose conditions all hold (`matching`), and those that hold apart from the elapsed days (`timeless`). */
export function matchRules({ rules }: CompiledReturnsBook, masks: readonly RuleMask[]) {
  const matching = allRules(wordsFor(rules.length))
  let timeless = matching
  for (let at = 0; at < CONDITION_COUNT; at++) {
    if (at === CONDITION_COUNT - 1) timeless = matching.slice()
    intersectInto(matching, masks[at] ?? matching)
  }
  return { timeless, matching }
}

/** The first failing condition of each rule, in rule order; undefined if all hold. */
export function failuresOf({ held }: Pick<LineDecision, 'held'>, { rules }: CompiledReturnsBook) {
  return rules.map((_rule, place) => {
    const bit = 1 << (place & 31)
    const at = held.findIndex((mask) => ((mask[place >>> 5] ?? 0) & bit) === 0)
    return CONDITIONS[at]
  })
}

/** The smallest change that would change the answer; null if none is known. */
export function nearestChange(input: {
  compiled: CompiledReturnsBook
  masks: readonly RuleMask[]
  answer: ReturnAnswer
  why: AnswerReason
  time: Day | null
  place: number
}): NearestChange | null {
  const { compiled, masks, answer, why, time, place } = input
  if (time !== null) return { kind: 'until', day: time }
  if (answer === 'allowed' || (why !== 'rule' && why !== 'no-rule')) return null
  // Look for an allowing rule before the deciding one that fails in exactly one condition.
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
  // If only the days fail, no change that the shopper can make helps.
  return condition === undefined || condition === 'days' ? null : { kind: 'condition', rule: rule.id, condition }
}
