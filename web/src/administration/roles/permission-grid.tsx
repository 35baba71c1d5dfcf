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
import { type NotHeld, tickedOf, withRight } from './permission-draft.ts'

const COLUMNS: readonly TreegridColumn<Right>[] = RIGHTS.map((right) => ({ id: right, title: right }))
const NOT_HELD = 'You do not have this right yourself, so you cannot grant it.'

type PermissionGridProps = {
  readonly permissions: PermissionTree
  /** What one does not hold oneself, and so cannot give. */
  readonly notHeld: NotHeld
  /** Why nothing may be changed; undefined where it may. */
  readonly whyNot?: string | undefined
  readonly onChange?: (permissions: PermissionTree) => void
}

/** The permission tree of a role: Enable shows an entry, Read Only opens it, Edit lets one change what is there. */
export function PermissionGrid({ permissions, notHeld, whyNot, onChange }: PermissionGridProps) {
  return (
    <>
      <EditAlone permissions={permissions} />
      <MenuTreegrid
        label="Permissions"
        columns={COLUMNS}
        box={(leaves, right) => ({
          ticked: tickedOf(leaves.map((leaf) => isTicked(permissions, leaf, right))),
          why: whyNot ?? (leaves.every((leaf) => notHeld.has(leaf, right)) ? NOT_HELD : undefined),
        })}
        onToggle={(leaves, right, isOn) => {
          const next = withRight(permissions, { leaves, right, isOn }, notHeld)
          const { gained, lost } = changedGrants(permissions, next)
          // All that may be ticked of a group is ticked: another press un-ticks it.
          const isStuck = isOn && gained.length + lost.length === 0
          onChange?.(isStuck ? withRight(permissions, { leaves, right, isOn: false }, notHeld) : next)
        }}
      />
    </>
  )
}

/** Roles saved before Edit needed 'Read Only' may have it alone: it grants nothing, and saving is refused until it is mended. */
function EditAlone({ permissions }: Pick<PermissionGridProps, 'permissions'>) {
  const titles = entriesWithEditAlone(permissions).map((leaf) => titlesOf(leaf).at(-1))
  if (titles.length === 0) return null
  return (
    <Alert color="attention" variant="light" mb="sm" role="alert" title="Edit without ‘Read Only’ has no effect">
      Tick ‘Read Only’ as well, or untick Edit, on: {titles.join(', ')}.
    </Alert>
  )
}
