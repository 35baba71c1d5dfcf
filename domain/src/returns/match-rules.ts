import type { Day } from '../calendar/day.ts'
import { CONDITIONS, type CompiledReturnsBook } from './compile-returns-book.ts'
import type { NearestChange, WhyAnswer } from './return-decision.ts'
import type { ReturnAnswer } from './returns-book.ts'
import { allRules, firstInBoth, type RuleMask, wordsFor } from './rule-masks.ts'

const CONDITION_COUNT = CONDITIONS.length

/** Which rules hold, which would but for the days gone by, and of each other the first condition that fails. */
export function matchRules({ rules }: CompiledReturnsBook, masks: readonly RuleMask[]) {
  const failedOn = new Uint8Array(rules.length)
  const matching = allRules(wordsFor(rules.length))
  let timeless = matching
  for (const [at, mask] of masks.entries()) {
    if (at === CONDITION_COUNT - 1) timeless = matching.slice()
    for (let word = 0; word < matching.length; word++) {
      const [before, taken] = [matching[word] ?? 0, mask[word] ?? 0]
      let failing = before & ~taken
      if (failing === 0) continue
      matching[word] = before & taken
      for (; failing !== 0; failing &= failing - 1) {
        const place = word * 32 + (31 - Math.clz32(failing & -failing))
        if (place < failedOn.length) failedOn[place] = at + 1
      }
    }
  }
  return { timeless, matching, failedOn }
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
