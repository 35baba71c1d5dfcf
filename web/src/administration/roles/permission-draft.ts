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

/** Rights that ticking a right implies, including itself: editing needs reading, and reading needs the entry. */
const NEEDS: Record<Right, readonly Right[]> = {
  Enable: ['Enable'],
  'Read Only': ['Enable', 'Read Only'],
  Edit: RIGHTS,
}
/** Rights that unticking a right removes, including itself. */
const TAKES: Record<Right, readonly Right[]> = {
  Enable: RIGHTS,
  'Read Only': ['Read Only', 'Edit'],
  Edit: ['Edit'],
}

/** Rights that the user does not hold, and so cannot give. */
export type NotHeld = { readonly has: (leaf: LeafPath, right: Right) => boolean }

/** All rights that a granter does not hold. domain.md, Access: 'Nobody grants more than they hold.' */
export function rightsNotHeldBy(holder: PermissionTree): NotHeld {
  const key = ({ leaf, right }: Grant) => `${leaf} ${right}`
  const beyond = new Set(
    grantsBeyond(
      permissionTree(() => true),
      holder,
    ).map(key),
  )
  return { has: (leaf, right) => beyond.has(key({ leaf, right })) }
}

/** A tree without rights that its granter does not hold. */
export function limitToHeld(tree: PermissionTree, notHeld: NotHeld): PermissionTree {
  return permissionTree((leaf, right) => isTicked(tree, leaf, right) && !notHeld.has(leaf, right))
}

type Change = { readonly leaves: readonly LeafPath[]; readonly right: Right; readonly isOn: boolean }

/**
 * Ticks or unticks a right on some entries. Ticking Edit ticks the rights it needs; unticking Enable removes the
 * others. Entries where the granter does not hold the right stay unchanged.
 */
export function withRight(tree: PermissionTree, change: Change, notHeld: NotHeld): PermissionTree {
  const along = change.isOn ? NEEDS[change.right] : TAKES[change.right]
  const touched = new Set(change.leaves.filter((leaf) => !notHeld.has(leaf, change.right)))
  return permissionTree((leaf, right) =>
    touched.has(leaf) && along.includes(right) ? change.isOn : isTicked(tree, leaf, right),
  )
}

export type Ticked = 'all' | 'some' | 'none'

/** Whether all, some or none of the flags are set. */
export function tickState(flags: readonly boolean[]): Ticked {
  const count = flags.filter(Boolean).length
  return count === 0 ? 'none' : count === flags.length ? 'all' : 'some'
}
