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
  /** Menu entries. */
  readonly menu: Difference
  /** Screens, including those without a menu entry. */
  readonly screens: Difference
  /** Calls that the server answers. */
  readonly calls: Difference
}

const ROUTES: readonly Route[] = Object.values(contract).flatMap((room) => Object.values(room))
const SHOWN = new Set(shownLeaves(MENU))

/** What a role allows, and whether its users are internal: only they see planned entries. */
export type RoleRights = { readonly permissions: PermissionTree; readonly isInternal: boolean }

/** What users of a role gain and lose when `after` replaces `before`. */
export function roleDifference(before: RoleRights, after: RoleRights): RoleDifference {
  const holding =
    (right: Right) =>
    ({ leaf, component }: Pick<Screen, 'leaf' | 'component'>, { permissions, isInternal }: RoleRights) =>
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
  isOpen: (thing: Thing, held: RoleRights) => boolean,
  before: RoleRights,
  after: RoleRights,
): Difference {
  return {
    gained: things.filter((thing) => !isOpen(thing, before) && isOpen(thing, after)).map(name),
    lost: things.filter((thing) => isOpen(thing, before) && !isOpen(thing, after)).map(name),
  }
}

/** Entries that the menu shows. */
function shownLeaves(nodes: readonly MenuNode[], above = ''): LeafPath[] {
  return nodes
    .filter(({ hidden }) => !hidden)
    .flatMap((node) =>
      'children' in node ? shownLeaves(node.children, `${above}${node.key}.`) : [`${above}${node.key}` as LeafPath],
    )
}
