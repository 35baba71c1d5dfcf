import type { LeafPath } from '../roles/menu.ts'
import type { ClientSettings } from './client-settings.ts'

/**
 * Kinds of the operator's data that a user may or may not see. domain.md: 'What clients see is a choice of the
 * operator'.
 */
export const VISIBILITY_KEYS = ['costs', 'capacities', 'otherMethods', 'staffNames'] as const
export type VisibilityKey = (typeof VISIBILITY_KEYS)[number]
export type Visibility = Readonly<Record<VisibilityKey, boolean>>

const TITLES: Readonly<Record<VisibilityKey, string>> = {
  costs: 'Costs',
  capacities: 'Capacities',
  otherMethods: 'Other carriers and methods',
  staffNames: 'Names of staff',
}
export const visibilityTitle = (key: VisibilityKey) => TITLES[key]
/** 'Costs, Names of staff'. */
export const visibilityText = (keys: readonly VisibilityKey[]) => keys.map(visibilityTitle).join(', ')

const visibility = (sees: (key: VisibilityKey) => boolean) =>
  Object.fromEntries(VISIBILITY_KEYS.map((key) => [key, sees(key)])) as Visibility

export const SEES_EVERYTHING = visibility(() => true)
export const SEES_NOTHING = visibility(() => false)
export const seesEverything = (sees: Visibility) => VISIBILITY_KEYS.every((key) => sees[key])

/** Visible if both sides show it. */
export const intersectVisibility = (one: Visibility, other: Visibility) => visibility((key) => one[key] && other[key])

/** What a client's settings show to its users. */
export function visibilityOfSettings(settings: ClientSettings): Visibility {
  const { showCosts, showCapacities, showOtherMethods, showStaffNames } = settings
  return {
    costs: showCosts,
    capacities: showCapacities,
    otherMethods: showOtherMethods,
    staffNames: showStaffNames,
  }
}

/** What a stored role shows: everything that it does not hide. */
export const visibilityOfRole = (stored: Readonly<Record<string, unknown>>) =>
  visibility((key) => stored[key] !== false)

/** What a role shows beyond its granter's. domain.md, Access: 'Nobody grants more than they hold.' */
export const visibilityBeyond = (role: Visibility, granter: Visibility): VisibilityKey[] =>
  VISIBILITY_KEYS.filter((key) => role[key] && !granter[key])

/** Menu entries whose screens show only data of these kinds. */
const ENTRIES: Readonly<Partial<Record<LeafPath, readonly VisibilityKey[]>>> = {
  'carrierRoutingControl.carrierPrices': ['costs', 'otherMethods'],
  'carrierRoutingControl.carrierCapacitySetUp': ['capacities', 'otherMethods'],
  'carrierRoutingControl.carrierByHand': ['costs', 'capacities', 'otherMethods'],
  'carrierRoutingControl.carrierByHandOverrule': ['costs', 'capacities', 'otherMethods'],
  invoiceReconciliation: ['costs'],
}

/** Menu entries that are closed because the user may not see their data. */
export const entriesNotSeen = (sees: Visibility): LeafPath[] =>
  (Object.keys(ENTRIES) as LeafPath[]).filter((leaf) => ENTRIES[leaf]?.some((key) => !sees[key]))
