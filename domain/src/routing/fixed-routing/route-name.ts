import type { Hold } from '../allocation/consignment.ts'
import type { PlanConflict } from '../allocation/plan-consignments.ts'
import type { FixedRoute, RuleBook } from '../rule-book/rule-book.ts'

/** A hold with the names of its routes in the order of their ids, if the rule book is available. */
export type NamedHold = Hold & { readonly routes?: readonly string[] }

/** A fixed route's name for people: 'SKU MUG-1', 'SKU MUG-1 (4 regions)', 'category Furniture (region AB)'. */
export function routeName({ by, regions }: Pick<FixedRoute, 'by' | 'regions'>): string {
  const what = 'sku' in by ? `SKU ${by.sku}` : `category ${by.category}`
  if (regions.length === 0) return what
  return `${what} (${regions.length === 1 ? `region ${regions[0]}` : `${regions.length} regions`})`
}

/** Adds the names of routes from the rule book of the decision; null without a hold. */
export function nameHold(hold: Hold, book: Pick<RuleBook, 'fixedRouting'>): Hold & { readonly routes: string[] }
export function nameHold(
  hold: Hold | null,
  book: Pick<RuleBook, 'fixedRouting'>,
): (Hold & { readonly routes: string[] }) | null
export function nameHold(hold: Hold | null, { fixedRouting }: Pick<RuleBook, 'fixedRouting'>) {
  if (!hold) return null
  const named = (id: string) => {
    const route = fixedRouting.find(({ customPreferenceID }) => customPreferenceID === id)
    return route ? routeName(route) : id
  }
  return { ...hold, routes: hold.customPreferenceIDs.map(named) }
}

/** Adds the names of routes to a conflict. */
export function nameConflict({ product, holds }: PlanConflict, book: Pick<RuleBook, 'fixedRouting'>) {
  return { product, holds: holds.map((hold) => nameHold(hold, book)) }
}
