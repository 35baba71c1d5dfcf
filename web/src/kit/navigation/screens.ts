import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import type { Row } from './screen-row.ts'

export type Screen = Row & {
  readonly path: string
  readonly title: string
  readonly leaf: LeafPath
  /** Whether it has a place in the menu or the palette; other screens are reached from the one above them. */
  readonly isEntry: boolean
}

let screens: readonly Screen[] = []
let byPath: ReadonlyMap<string, Screen> = new Map()

/** Makes the screens of all rooms known. The shell calls it once, before anything is drawn. */
export function registerScreens(all: readonly Screen[]): void {
  screens = all
  byPath = new Map(all.map((screen) => [screen.path, screen]))
}

/** Every screen that a permission leads to. Sign-in and home, which need none, are the router's own. */
export const allScreens = (): readonly Screen[] => screens

/** The screens beneath an address of the menu that has none of its own, such as /order-management; none for any other. */
export function screensBeneath(pathname: string): readonly Screen[] {
  const group = `${pathname.replace(/\/$/, '')}/`
  return screens.filter(({ path }) => path.startsWith(group))
}

/** The sections that a menu entry is divided into, in the order of its manifest; none where it has no more than itself. */
export function sectionsOf(leaf: LeafPath): readonly Screen[] {
  return screens.filter((screen) => screen.leaf === leaf && screen.section !== undefined)
}

/** The screen of a path, or undefined. */
export function screenAt(pathname: string): Screen | undefined {
  return byPath.get(pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname)
}
