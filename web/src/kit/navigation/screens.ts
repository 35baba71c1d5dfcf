import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import type { ScreenRow } from './screen-row.ts'

export type Screen = ScreenRow & {
  readonly path: string
  readonly title: string
  readonly leaf: LeafPath
  /** Whether the menu or the palette lists it. Other screens are reached from the one above them. */
  readonly isEntry: boolean
}

let screens: readonly Screen[] = []
let byPath: ReadonlyMap<string, Screen> = new Map()

/** Registers the screens of all rooms. The shell calls it once, before the first render. */
export function registerScreens(all: readonly Screen[]): void {
  screens = all
  byPath = new Map(all.map((screen) => [screen.path, screen]))
}

/** Every screen that needs a permission. The router has the others, such as sign-in and Home. */
export const allScreens = (): readonly Screen[] => screens

/** The screens beneath an address of a menu group, such as /order-management. */
export function screensBeneath(pathname: string): readonly Screen[] {
  const group = `${pathname.replace(/\/$/, '')}/`
  return screens.filter(({ path }) => path.startsWith(group))
}

/** The sections of a menu entry, in the order of its manifest; empty if it has none. */
export function sectionsOf(leaf: LeafPath): readonly Screen[] {
  return screens.filter((screen) => screen.leaf === leaf && screen.section !== undefined)
}

export function screenAt(pathname: string): Screen | undefined {
  return byPath.get(pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname)
}
