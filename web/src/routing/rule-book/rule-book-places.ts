import type { FindingAnswer } from '@despatch/contract/routing/allocation/allocation'
import { type BookItemKind, LEAVES_OF_KIND } from '@despatch/domain/routing/rule-book/book-items'
import { type LeafPath, menuLeaves } from '@despatch/domain/administration/roles/menu'

/** Where the versions of the rule book and its check are, and the entry of the menu that opens it. */
export const RULE_BOOK = '/carrier-routing-control/rule-book'
export const RULE_BOOK_LEAF = 'carrierRoutingControl.carrierPrices' satisfies LeafPath

/** The entries of the menu whose screens change the rule book. */
export const RULE_LEAVES: readonly LeafPath[] = [...new Set(Object.values(LEAVES_OF_KIND).flat())]

/** A screen that can mend an item of the rule book. */
export type MendingPlace = {
  readonly leaf: LeafPath
  readonly path: string
  readonly title: string
  readonly search: Readonly<Record<string, string>>
}

const SCREEN: Readonly<Record<BookItemKind, readonly [entry: string, param: string]>> = {
  carrier: ['carrierActiveDates', 'carrier'],
  method: ['carrierPrices', 'method'],
  'parcel-limits': ['carrierParcelLimits', 'method'],
  capacity: ['carrierCapacitySetUp', 'carrier'],
  'fixed-route': ['productFixedRoutingBySku', 'route'],
  'multi-box': ['multiBoxProductsRouting', ''],
  'multi-box-exception': ['multiBoxProductsRouting', ''],
  packing: ['carrierParcelLimits', ''],
}

/** The screen that can mend what a finding is about. */
export function mendingPlace({ place }: Pick<FindingAnswer, 'place'>): MendingPlace {
  const [entry, param] = SCREEN[place.kind]
  const leaf: LeafPath = `carrierRoutingControl.${entry}` as LeafPath
  const { path = '', title = '' } = menuLeaves().find((one) => one.leaf === leaf) ?? {}
  return { leaf, path, title, search: param === '' ? {} : { [param]: place.key } }
}
