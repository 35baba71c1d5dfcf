import type { FindingAnswer } from '@despatch/contract/routing/allocation/allocation'
import { type BookItemKind, LEAVES_OF_KIND } from '@despatch/domain/routing/rule-book/book-items'
import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import { entryOf } from '../../kit/navigation/menu-keys.ts'
import { screenAddress } from '../../kit/navigation/screen-address.ts'
import { activeDatesAddress } from '../active-dates/addresses.ts'
import { capacityAddress } from '../capacity/addresses.ts'
import { limitsAddress } from '../parcel-limits/addresses.ts'
import { methodAddress } from '../prices/addresses.ts'

/** The screen with versions and findings, and the menu entry that opens it. */
export const RULE_BOOK = '/carrier-routing-control/rule-book'
export const ruleBookAddress = screenAddress<{ readonly tab?: 'check' }>(RULE_BOOK)
export const RULE_BOOK_LEAF = 'carrierRoutingControl.carrierPrices' satisfies LeafPath

/** The menu entries whose screens change the rule book. */
export const RULE_LEAVES: readonly LeafPath[] = [...new Set(Object.values(LEAVES_OF_KIND).flat())]

/** A screen that corrects an item of the rule book. */
export type CorrectionScreen = { readonly leaf: LeafPath; readonly title: string; readonly address: string }

type AddressOf = (key: string) => string

/** The screen of a fixed route, by its id. */
export const fixedRouteAddress: AddressOf = (route) =>
  screenAddress<{ readonly route: string }>(entryOf('carrierRoutingControl.productFixedRoutingBySku').path)({ route })

/** The screen for each kind of item, with the address of an item if it has one. */
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

/** The screen that corrects a finding. */
export function screenToCorrect({ place }: Pick<FindingAnswer, 'place'>): CorrectionScreen {
  const [leaf, addressOf] = SCREENS[place.kind]
  const { path, title } = entryOf(leaf)
  return { leaf, title, address: addressOf?.(place.key) ?? path }
}
