import { Alert } from '@mantine/core'
import {
  changedGrants,
  entriesWithEditAlone,
  isTicked,
  type PermissionTree,
  type Right,
  RIGHTS,
  titlesOf,
} from '@despatch/domain/administration/roles/permissions'
import { MenuTreegrid, type TreegridColumn } from './menu-treegrid.tsx'
import { type NotHeld, tickState, withRight } from './permission-draft.ts'

const COLUMNS: readonly TreegridColumn<Right>[] = RIGHTS.map((right) => ({ id: right, title: right }))
const NOT_HELD = 'You don’t have this right, so you can’t grant it.'

type PermissionGridProps = {
  readonly permissions: PermissionTree
  /** Rights that the user does not hold, and so cannot give. */
  readonly notHeld: NotHeld
  /** Why the permissions cannot be changed; undefined if they can. */
  readonly whyNot?: string | undefined
  readonly onChange?: (permissions: PermissionTree) => void
}

/** Edits the permission tree of a role: Enable shows an entry, Read Only opens it, Edit allows changes. */
export function PermissionGrid({ permissions, notHeld, whyNot, onChange }: PermissionGridProps) {
  return (
    <>
      <EditAlone permissions={permissions} />
      <MenuTreegrid
        label="Permissions"
        columns={COLUMNS}
        box={(leaves, right) => ({
          ticked: tickState(leaves.map((leaf) => isTicked(permissions, leaf, right))),
          why: whyNot ?? (leaves.every((leaf) => notHeld.has(leaf, right)) ? NOT_HELD : undefined),
        })}
        onToggle={(leaves, right, isOn) => {
          const next = withRight(permissions, { leaves, right, isOn }, notHeld)
          const { gained, lost } = changedGrants(permissions, next)
          // Everything in the group that may be ticked is ticked: the next press unticks it.
          const isStuck = isOn && gained.length + lost.length === 0
          onChange?.(isStuck ? withRight(permissions, { leaves, right, isOn: false }, notHeld) : next)
        }}
      />
    </>
  )
}

/**
 * Roles saved before Edit required 'Read Only' may have Edit alone: it grants nothing, and the role cannot be saved
 * until this is fixed.
 */
function EditAlone({ permissions }: Pick<PermissionGridProps, 'permissions'>) {
  const titles = entriesWithEditAlone(permissions).map((leaf) => titlesOf(leaf).at(-1))
  if (titles.length === 0) return null
  return (
    <Alert color="attention" variant="light" mb="sm" role="alert" title="Edit without ‘Read Only’ has no effect">
      Tick ‘Read Only’ as well, or untick Edit, on: {titles.join(', ')}.
    </Alert>
  )
}
