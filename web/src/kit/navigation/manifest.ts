import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import type { HomeEntry } from './home-entry.ts'
import type { OrderSection } from './order-sections.ts'
import type { PaletteSource } from './palette-source.ts'
import type { ParcelSection } from './parcel-sections.ts'
import type { ScreenRow, ChildScreenRow } from './screen-row.ts'

/**
 * What a room adds to the shell. `shell/manifests.ts` lists the manifests of all rooms.
 *
 * To add a screen:
 * 1. Write its component, without props, in its room: `export function CreateOrderScreen()`. It reads and changes the
 *    address with `useScreenSearch(schema)` of `kit/list/filters/screen-search.ts`, and calls the server with
 *    `kit/server/call.ts`.
 * 2. Give its row in the room's manifest a `component` that imports it: it becomes its own chunk, loaded when first opened.
 * 3. If the screen has a tab for each record (an order), `record` has the search parameter that names the record, and the
 *    tab's title. An address with that parameter opens the tab.
 */
export type Manifest = {
  /** Screens by the key of their entry in the domain's MENU, which gives title, path and permission. */
  readonly screens?: Readonly<Partial<Record<LeafPath, ScreenRow & { readonly beneath?: readonly ChildScreenRow[] }>>>
  /** Screens without a menu entry, by the entry of another room whose permission they need. */
  readonly beneath?: Readonly<Partial<Record<LeafPath, readonly ChildScreenRow[]>>>
  /** The room's counts on Home. */
  readonly home?: readonly HomeEntry[]
  /** The room's actions in the palette. */
  readonly palette?: readonly PaletteSource[]
  /** The room's sections of a parcel's page. */
  readonly parcelSections?: readonly ParcelSection[]
  /** The room's sections of an order's drawer. */
  readonly orderSections?: readonly OrderSection[]
}
