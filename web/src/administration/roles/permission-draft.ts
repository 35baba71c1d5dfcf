import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import {
  type Grant,
  grantsBeyond,
  isTicked,
  permissionTree,
  type PermissionTree,
  type Right,
  RIGHTS,
} from '@despatch/domain/administration/roles/permissions'

/** What ticking a right ticks along, itself included: who may change may read, and sees the entry. */
const NEEDS: Record<Right, readonly Right[]> = {
  Enable: ['Enable'],
  'Read Only': ['Enable', 'Read Only'],
  Edit: RIGHTS,
}
/** What un-ticking a right takes away with it, itself included. */
const TAKES: Record<Right, readonly Right[]> = {
  Enable: RIGHTS,
  'Read Only': ['Read Only', 'Edit'],
  Edit: ['Edit'],
}

/** Grants that someone does not hold, and so cannot give. */
export type NotHeld = { readonly has: (leaf: LeafPath, right: Right) => boolean }

/** What a granter does not hold of all there is. domain.md, Access: 'Nobody grants more than they hold.' */
export function notHeldBy(holder: PermissionTree): NotHeld {
  const key = ({ leaf, right }: Grant) => `${leaf} ${right}`
  const beyond = new Set(
    grantsBeyond(
      permissionTree(() => true),
      holder,
    ).map(key),
  )
  return { has: (leaf, right) => beyond.has(key({ leaf, right })) }
}

/** A tree without what its granter does not hold. */
export function asFarAsHeld(tree: PermissionTree, notHeld: NotHeld): PermissionTree {
  return permissionTree((leaf, right) => isTicked(tree, leaf, right) && !notHeld.has(leaf, right))
}

type Change = { readonly leaves: readonly LeafPath[]; readonly right: Right; readonly isOn: boolean }

/**
 * A tree with one right ticked or un-ticked on some entries. Edit ticks the others along, un-ticking Enable takes the
 * others away; entries where the granter does not hold the right are left as they are.
 */
export function withRight(tree: PermissionTree, change: Change, notHeld: NotHeld): PermissionTree {
  const along = change.isOn ? NEEDS[change.right] : TAKES[change.right]
  const touched = new Set(change.leaves.filter((leaf) => !notHeld.has(leaf, change.right)))
  return permissionTree((leaf, right) =>
    touched.has(leaf) && along.includes(right) ? change.isOn : isTicked(tree, leaf, right),
  )
}

export type Ticked = 'all' | 'some' | 'none'

/** Whether all, some or none of the given are ticked. */
export function tickedOf(flags: readonly boolean[]): Ticked {
  const count = flags.filter(Boolean).length
  return count === 0 ? 'none' : count === flags.length ? 'all' : 'some'
}
