import { menuLeaves } from '@despatch/domain/administration/roles/menu'
import { registerOrderSections } from '../kit/navigation/order-sections.ts'
import { registerParcelSections } from '../kit/navigation/parcel-sections.ts'
import { registerScreens, type Screen } from '../kit/navigation/screens.ts'
import { MANIFESTS } from './manifests.ts'

/** The screens of all rooms, in the order of the menu. */
export const SCREENS: readonly Screen[] = menuLeaves().flatMap(({ leaf, path, title, isRightAlone }) => {
  if (isRightAlone) return []
  const own = MANIFESTS.flatMap(({ screens }) => screens?.[leaf] ?? [])[0]
  if (!own) throw new Error(`No room has the screen of ${leaf}`)
  const { beneath = [], ...row } = own
  const ofOthers = MANIFESTS.flatMap((manifest) => manifest.beneath?.[leaf] ?? [])
  return [
    { ...row, leaf, path, title, isEntry: true },
    ...[...beneath, ...ofOthers].map((below) => ({ ...below, leaf, isEntry: false })),
  ]
})
registerScreens(SCREENS)
registerOrderSections(MANIFESTS.flatMap((manifest) => manifest.orderSections ?? []))
registerParcelSections(MANIFESTS.flatMap((manifest) => manifest.parcelSections ?? []))
