import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import type { HomeEntry } from './home-entry.ts'
import type { OrderSection } from './order-sections.ts'
import type { PaletteSource } from './palette-source.ts'
import type { ParcelSection } from './parcel-sections.ts'
import type { Row, RowBeneath } from './screen-row.ts'

/**
 * What a room adds to the shell, which lists the manifests of all rooms (`shell/manifests.ts`) and nothing else of them.
 *
 * To add a screen:
 * 1. Write its component, without props, in its room: `export function CreateOrderScreen()`. It reads and changes the
 *    address with `useScreenSearch(schema)` of `kit/list/filters/screen-search.ts`, and calls with `kit/server/call.ts`.
 * 2. Give its row in the room's manifest a `component`, which imports it when it is first opened: it becomes a chunk of its
 *    own.
 * 3. A screen that opens once for each record (an order) says in `record` which search parameter names the record, and how
 *    its tab is called; an address with that parameter opens that tab.
 */
export type Manifest = {
  /** Screens by the key of their entry in the domain's MENU, which gives title, path and permission. */
  readonly screens?: Readonly<Partial<Record<LeafPath, Row & { readonly beneath?: readonly RowBeneath[] }>>>
  /** Screens without an entry of their own, by the entry of another room whose permission they need. */
  readonly beneath?: Readonly<Partial<Record<LeafPath, readonly RowBeneath[]>>>
  /** What the room shows of what waits on Home. */
  readonly home?: readonly HomeEntry[]
  /** What the room finds for the palette. */
  readonly palette?: readonly PaletteSource[]
  /** What the room shows of a parcel, wherever one is shown whole. */
  readonly parcelSections?: readonly ParcelSection[]
  /** What the room shows of an order that is peeked at. */
  readonly orderSections?: readonly OrderSection[]
}
