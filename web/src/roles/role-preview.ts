import { contract } from '@despatch/contract/contract'
import { mayCall } from '@despatch/contract/route/may-call'
import type { Route } from '@despatch/contract/route/route'
import { type LeafPath, MENU, type MenuNode } from '@despatch/domain/roles/menu'
import { holdsRight, type PermissionTree, type Right, titlesOf } from '@despatch/domain/roles/permissions'
import { SCREENS } from '../app/screens.ts'

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
const IN_MENU = shownLeaves(MENU).map((leaf) => ({ leaf }))

/** What appears and what disappears for those who have a role, where one tree takes the place of another. */
export function roleDifference(before: PermissionTree, after: PermissionTree): RoleDifference {
  const holding =
    (right: Right) =>
    ({ leaf }: { leaf: string }, tree: PermissionTree) =>
      holdsRight(tree, leaf, right)
  return {
    menu: differenceOf(IN_MENU, ({ leaf }) => titlesOf(leaf).join(' › '), holding('Enable'), before, after),
    screens: differenceOf(SCREENS, ({ title }) => title.replace(/ ?\{\w+\}/, ''), holding('Read Only'), before, after),
    calls: differenceOf(
      ROUTES,
      ({ method, path, summary }) => `${method} ${path}: ${summary}`,
      ({ permission }, tree) => mayCall(permission, tree),
      before,
      after,
    ),
  }
}

function differenceOf<Thing>(
  things: readonly Thing[],
  name: (thing: Thing) => string,
  isOpen: (thing: Thing, tree: PermissionTree) => boolean,
  before: PermissionTree,
  after: PermissionTree,
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
