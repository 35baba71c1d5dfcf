import { type LeafPath, MENU, type MenuNode, menuLeaves } from './menu.ts'

export type Right = 'Enable' | 'Read Only' | 'Edit'
export type PermissionLeaf = { Enable: boolean; 'Read Only': boolean; Edit: boolean }
export type PermissionTree = { [key: string]: PermissionTree | PermissionLeaf }

/** Specification 3: 'one Enable flag per menu entry, false by default, grouped per the menu tree'. */
export function permissionTemplate(): PermissionTree {
  return treeOf(MENU, () => false)
}

/** A tree with the rights for which `holds` returns true. */
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
 * Whether a tree grants a right on an entry. Server and browser both use this rule. Specification 5: 'the permissions
 * tree of the stored user's role is read; a dotted path is walked; access is granted only if the final node has 'Read
 * Only' equal to true.' Edit grants nothing without it. Enable only shows the entry in the menu.
 */
export function holdsRight(tree: PermissionTree, path: string, right: Right = 'Read Only'): boolean {
  return isTicked(tree, path, right) && (right !== 'Edit' || isTicked(tree, path, 'Read Only'))
}

/**
 * Whether a right is ticked on an entry, as the role's record shows it. Roles saved before Edit required 'Read Only'
 * may have Edit ticked alone; use {@link holdsRight} to know what a tree grants.
 */
export function isTicked(tree: PermissionTree, path: string, right: Right): boolean {
  let node: unknown = tree
  for (const key of path.split('.')) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return false
    node = (node as Record<string, unknown>)[key]
  }
  return typeof node === 'object' && node !== null && (node as Record<string, unknown>)[right] === true
}

/** Entries with Edit ticked but not 'Read Only', in menu order. Edit grants nothing there, and cannot be saved. */
export function entriesWithEditAlone(tree: PermissionTree): LeafPath[] {
  return menuLeaves()
    .map(({ leaf }) => leaf)
    .filter((leaf) => isTicked(tree, leaf, 'Edit') && !isTicked(tree, leaf, 'Read Only'))
}

export type Grant = { readonly leaf: LeafPath; readonly right: Right }

export const RIGHTS: readonly Right[] = ['Enable', 'Read Only', 'Edit']

/** Everything that a tree grants, in menu order. */
export function grantsOf(tree: PermissionTree): Grant[] {
  return menuLeaves().flatMap(({ leaf }) =>
    RIGHTS.filter((right) => holdsRight(tree, leaf, right)).map((right) => ({ leaf, right })),
  )
}

/**
 * What a tree grants beyond what the granter holds; empty if it may be granted. Reading implies showing the entry.
 * domain.md, Access: 'Nobody grants more than they hold.'
 */
export function grantsBeyond(tree: PermissionTree, holder: PermissionTree): Grant[] {
  const holds = (leaf: LeafPath, rights: readonly Right[]) => rights.some((right) => holdsRight(holder, leaf, right))
  const enough: Record<Right, readonly Right[]> = {
    Enable: ['Enable', 'Read Only'],
    'Read Only': ['Read Only'],
    Edit: ['Edit'],
  }
  return grantsOf(tree).filter(({ leaf, right }) => !holds(leaf, enough[right]))
}

/** A tree without the withheld entries. */
export function withoutEntries(tree: PermissionTree, withheld: readonly LeafPath[]): PermissionTree {
  if (withheld.length === 0) return tree
  const taken = new Set(withheld)
  return permissionTree((leaf, right) => !taken.has(leaf) && isTicked(tree, leaf, right))
}

/** Grants gained and lost when `after` replaces `before`. */
export function changedGrants(before: PermissionTree, after: PermissionTree): { gained: Grant[]; lost: Grant[] } {
  return {
    gained: grantsOf(after).filter(({ leaf, right }) => !holdsRight(before, leaf, right)),
    lost: grantsOf(before).filter(({ leaf, right }) => !holdsRight(after, leaf, right)),
  }
}

/** The titles on the way to an entry: ['Order Management', 'Create New Order']. */
export function titlesOf(leaf: LeafPath): string[] {
  const titles: string[] = []
  let nodes: readonly MenuNode[] = MENU
  for (const key of leaf.split('.')) {
    const node: MenuNode | undefined = nodes.find((one) => one.key === key)
    if (!node) break
    titles.push(node.title)
    nodes = 'children' in node ? node.children : []
  }
  return titles
}

/** Completes a tree with the menu's current entries as false, and drops unknown ones. */
export function completePermissionTree(tree: PermissionTree): PermissionTree {
  return permissionTree((leaf, right) => isTicked(tree, leaf, right))
}
