import { menuOptions } from '@despatch/contract/administration/clients/clients'
import { type LeafPath, menuLeaves } from '@despatch/domain/administration/roles/menu'
import { titlesOf } from '@despatch/domain/administration/roles/permissions'
import type { z } from 'zod'
import type { ShownFields } from '../../kit/form/conflict.ts'

export const OPTION_LABELS = { covered: 'covered entries', switchedOff: 'switched-off entries' } as const
export const optionValues = menuOptions
export type OptionValues = z.input<typeof menuOptions>

const LEAVES = menuLeaves().map(({ leaf }) => leaf)

/** The options with some entries covered or uncovered. */
export function withCovered(
  covered: readonly string[],
  leaves: readonly LeafPath[],
  isOn: boolean,
): OptionValues['covered'] {
  return LEAVES.filter((leaf) => (leaves.includes(leaf) ? isOn : covered.includes(leaf)))
}

/** The options with some entries switched off or on. An entry keeps its reason. */
export function withSwitchedOff(
  switchedOff: OptionValues['switchedOff'],
  leaves: readonly LeafPath[],
  isOff: boolean,
): OptionValues['switchedOff'] {
  const reasons = new Map(switchedOff.map(({ entry, reason }) => [entry, reason]))
  const isIn = (leaf: LeafPath) => (leaves.includes(leaf) ? isOff : reasons.has(leaf))
  return LEAVES.filter(isIn).map((entry) => ({ entry, reason: reasons.get(entry) ?? '' }))
}

/** Entries that are open to the client's users, if their roles grant them. */
function openEntries({ covered, switchedOff }: Pick<OptionValues, 'covered' | 'switchedOff'>): Set<string> {
  const off = new Set(switchedOff.map(({ entry }) => entry))
  return new Set(covered.filter((leaf) => !off.has(leaf)))
}

/** Titles of the entries that the client's users lose and gain when `after` replaces `before`. */
export function optionsDifference(before: OptionValues, after: OptionValues): { lost: string[]; gained: string[] } {
  const [was, is] = [openEntries(before), openEntries(after)]
  const named = (leaves: readonly LeafPath[]) => leaves.map((leaf) => titlesOf(leaf).at(-1) ?? leaf)
  return {
    lost: named(LEAVES.filter((leaf) => was.has(leaf) && !is.has(leaf))),
    gained: named(LEAVES.filter((leaf) => !was.has(leaf) && is.has(leaf))),
  }
}

/** The options in words, by entry. */
export function shownOptions({ covered, switchedOff }: OptionValues): ShownFields {
  const reasons = new Map(switchedOff.map(({ entry, reason }) => [entry, reason]))
  return Object.fromEntries(
    LEAVES.map((leaf) => {
      const reason = reasons.get(leaf)
      const state = covered.includes(leaf) ? 'Covered' : 'Not covered'
      const text = reason === undefined ? state : `${state}, switched off: ${reason}`
      return [leaf, { title: titlesOf(leaf).join(' › '), text }]
    }),
  )
}

/** Merges two edits: the other's values for the entries named, and the other's version. */
export function mergedOptions(mine: OptionValues, theirs: OptionValues, fromTheirs: ReadonlySet<string>): OptionValues {
  const of = (leaf: string) => (fromTheirs.has(leaf) ? theirs : mine)
  return {
    client: mine.client,
    version: theirs.version,
    covered: LEAVES.filter((leaf) => of(leaf).covered.includes(leaf)),
    switchedOff: LEAVES.flatMap((leaf) => of(leaf).switchedOff.filter(({ entry }) => entry === leaf)),
  }
}
