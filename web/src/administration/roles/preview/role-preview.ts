import { contract } from '@despatch/contract/contract'
import { mayCall } from '@despatch/contract/route/may-call'
import type { Route } from '@despatch/contract/route/route'
import { type LeafPath, MENU, type MenuNode } from '@despatch/domain/administration/roles/menu'
import {
  holdsRight,
  type PermissionTree,
  type Right,
  titlesOf,
} from '@despatch/domain/administration/roles/permissions'
import { allScreens, type Screen } from '../../../kit/navigation/screens.ts'

export type Difference = { readonly gained: readonly string[]; readonly lost: readonly string[] }
export type RoleDifference = {
  /** Entries of the menu. */
  readonly menu: Difference
  /** Screens that open, those too that have no entry of their own. */
  readonly screens: Difference
  /** Calls that the server answers. */
  readonly calls: Difference
}

const ROUTES: readonly Route[] = Object.values(contract).flatMap((room) => Object.values(room))
const SHOWN = new Set(shownLeaves(MENU))

/** What a role lets those who have it do, and whether they are internal users, who alone are shown what is to come. */
export type Held = { readonly permissions: PermissionTree; readonly isInternal: boolean }

/** What appears and what disappears for those who have a role, where it is saved in the place of another. */
export function roleDifference(before: Held, after: Held): RoleDifference {
  const holding =
    (right: Right) =>
    ({ leaf, component }: Pick<Screen, 'leaf' | 'component'>, { permissions, isInternal }: Held) =>
      (isInternal || component !== undefined) && holdsRight(permissions, leaf, right)
  const inMenu = allScreens().filter(({ isEntry, leaf }) => isEntry && SHOWN.has(leaf))
  return {
    menu: differenceOf(inMenu, ({ leaf }) => titlesOf(leaf).join(' › '), holding('Enable'), before, after),
    screens: differenceOf(
      allScreens(),
      ({ title }) => title.replace(/ ?\{\w+\}/, ''),
      holding('Read Only'),
      before,
      after,
    ),
    calls: differenceOf(
      ROUTES,
      ({ method, path, summary }) => `${method} ${path}: ${summary}`,
      ({ permission }, { permissions }) => mayCall(permission, permissions),
      before,
      after,
    ),
  }
}

function differenceOf<Thing>(
  things: readonly Thing[],
  name: (thing: Thing) => string,
  isOpen: (thing: Thing, held: Held) => boolean,
  before: Held,
  after: Held,
): Difference {
  return {
    gained: things.filter((thing) => !isOpen(thing, before) && isOpen(thing, after)).map(name),
    lost: things.filter((thing) => isOpen(thing, before) && !isOpen(thing, after)).map(name),
  }
}

/** The entries that have a place in the menu. */
function shownLeaves(nodes: readonly MenuNode[], above = ''): LeafPath[] {
  return nodes
    .filter(({ hidden }) => !hidden)
    .flatMap((node) =>
      'children' in node ? shownLeaves(node.children, `${above}${node.key}.`) : [`${above}${node.key}` as LeafPath],
    )
}
