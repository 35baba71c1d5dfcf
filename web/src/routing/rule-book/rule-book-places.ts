import type { FindingAnswer } from '@despatch/contract/routing/allocation/allocation'
import { type BookItemKind, LEAVES_OF_KIND } from '@despatch/domain/routing/rule-book/book-items'
import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import { entryOf } from '../../kit/navigation/menu-keys.ts'
import { screenAddress } from '../../kit/navigation/screen-address.ts'
import { activeDatesAddress } from '../active-dates/addresses.ts'
import { capacityAddress } from '../capacity/addresses.ts'
import { limitsAddress } from '../parcel-limits/addresses.ts'
import { methodAddress } from '../prices/addresses.ts'

/** Where the versions of the rule book and its check are, and the entry of the menu that opens it. */
export const RULE_BOOK = '/carrier-routing-control/rule-book'
export const ruleBookAddress = screenAddress<{ readonly tab?: 'check' }>(RULE_BOOK)
export const RULE_BOOK_LEAF = 'carrierRoutingControl.carrierPrices' satisfies LeafPath

/** The entries of the menu whose screens change the rule book. */
export const RULE_LEAVES: readonly LeafPath[] = [...new Set(Object.values(LEAVES_OF_KIND).flat())]

/** A screen that can mend an item of the rule book. */
export type MendingPlace = { readonly leaf: LeafPath; readonly title: string; readonly address: string }

type AddressOf = (key: string) => string

/** Where a fixed route is set, by its id. */
export const fixedRouteAddress: AddressOf = (route) =>
  screenAddress<{ readonly route: string }>(entryOf('carrierRoutingControl.productFixedRoutingBySku').path)({ route })

/** The screen that mends an item of a kind, by the item's key; undefined where the screen opens none. */
const SCREENS: Readonly<Record<BookItemKind, readonly [leaf: LeafPath, addressOf?: AddressOf]>> = {
  carrier: ['carrierRoutingControl.carrierActiveDates', activeDatesAddress],
  method: ['carrierRoutingControl.carrierPrices', methodAddress],
  'parcel-limits': ['carrierRoutingControl.carrierParcelLimits', limitsAddress],
  capacity: ['carrierRoutingControl.carrierCapacitySetUp', capacityAddress],
  'fixed-route': ['carrierRoutingControl.productFixedRoutingBySku', fixedRouteAddress],
  'multi-box': ['carrierRoutingControl.multiBoxProductsRouting'],
  'multi-box-exception': ['carrierRoutingControl.multiBoxProductsRouting'],
  packing: ['carrierRoutingControl.carrierParcelLimits'],
}

/** The screen that can mend what a finding is about. */
export function mendingPlace({ place }: Pick<FindingAnswer, 'place'>): MendingPlace {
  const [leaf, addressOf] = SCREENS[place.kind]
  const { path, title } = entryOf(leaf)
  return { leaf, title, address: addressOf?.(place.key) ?? path }
}
