import { type LeafPath, menuLeaves } from '@despatch/domain/administration/roles/menu'
import type { Row } from './screen-row.ts'
import { ROWS } from './screen-rows.ts'

export type Screen = Row & {
  readonly path: string
  readonly title: string
  readonly leaf: LeafPath
  /** Whether it has a place in the menu or the palette; other screens are reached from the one above them. */
  readonly isEntry: boolean
}

/** Every screen that a permission leads to. Sign-in and home, which need none, are the router's own. */
export const SCREENS: readonly Screen[] = menuLeaves().flatMap(({ leaf, path, title }) => {
  const { beneath = [], ...row } = ROWS[leaf]
  return [{ ...row, leaf, path, title, isEntry: true }, ...beneath.map((below) => ({ ...below, leaf, isEntry: false }))]
})

/** The screens that are still to come. */
export const SCREENS_TO_COME = SCREENS.filter(({ component }) => !component)

const byPath = new Map(SCREENS.map((screen) => [screen.path, screen]))

/** The first screen beneath an address of the menu that has none of its own, such as /order-management; undefined for any other. */
export function firstScreenBeneath(pathname: string): Screen | undefined {
  const group = `${pathname.replace(/\/$/, '')}/`
  return SCREENS.find(({ path, component }) => path.startsWith(group) && component !== undefined)
}

/** The screen of a path, or undefined. */
export function screenAt(pathname: string): Screen | undefined {
  return byPath.get(pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname)
}
