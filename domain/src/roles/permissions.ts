import { type LeafPath, MENU, type MenuNode } from './menu.ts'

export type Right = 'Enable' | 'Read Only' | 'Edit'
export type PermissionLeaf = { Enable: boolean; 'Read Only': boolean; Edit: boolean }
export type PermissionTree = { [key: string]: PermissionTree | PermissionLeaf }

/** Specification 3: 'one Enable flag per menu entry, false by default, grouped per the menu tree'. */
export function permissionTemplate(): PermissionTree {
  return treeOf(MENU, () => false)
}

/** A tree in which the given entries (all of them unless told) have every right that `rights` names. */
export function permissionTree(holds: (leaf: LeafPath, right: Right) => boolean): PermissionTree {
  return treeOf(MENU, holds)
}

function treeOf(
  nodes: readonly MenuNode[],
  holds: (leaf: LeafPath, right: Right) => boolean,
  above = '',
): PermissionTree {
  const tree: PermissionTree = {}
  for (const node of nodes) {
    const path = `${above}${node.key}`
    const leaf = path as LeafPath
    tree[node.key] =
      'children' in node
        ? treeOf(node.children, holds, `${path}.`)
        : {
            Enable: holds(leaf, 'Enable'),
            'Read Only': holds(leaf, 'Read Only'),
            Edit: holds(leaf, 'Edit'),
          }
  }
  return tree
}

/**
 * Specification 5: 'the permissions tree of the stored user's role is read; a dotted path is walked; access is granted
 * only if the final node has 'Read Only' equal to true.' The same walk serves the other rights.
 */
export function holdsRight(tree: PermissionTree, path: string, right: Right = 'Read Only'): boolean {
  let node: unknown = tree
  for (const key of path.split('.')) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return false
    node = (node as Record<string, unknown>)[key]
  }
  return typeof node === 'object' && node !== null && (node as Record<string, unknown>)[right] === true
}
