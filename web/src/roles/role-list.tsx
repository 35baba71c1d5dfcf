import { Button } from '@mantine/core'
import type { Role } from '@despatch/contract/roles/roles'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { ENTRIES } from '../session/entries.ts'
import { useWhyNotEdit } from '../session/use-may.ts'
import { DataTable } from '../table/data-table.tsx'
import { ExportMenu } from '../table/export-menu.tsx'
import { ListPage } from '../table/list-page.tsx'
import { isNarrowed } from '../table/narrowed.ts'
import { NothingListed } from '../table/nothing-listed.tsx'
import { SHORT_PAGE_SIZE } from '../table/page-size.ts'
import { SavedViews } from '../table/saved-views.tsx'
import { useScreenSearch } from '../table/screen-search.ts'
import { SelectionBar } from '../table/selection-bar.tsx'
import { TableFoot } from '../table/table-foot.tsx'
import { usePagedList } from '../table/use-paged-list.ts'
import { WhyNot } from '../table/why-not.tsx'
import { copyAddress, NEW_ROLE, roleAddress } from './addresses.ts'
import { RemoveRolesDialog } from './remove-roles-dialog.tsx'
import { ROLE_COLUMNS } from './role-columns.tsx'
import { RoleFilters } from './role-filters.tsx'
import { RolePeek } from './role-peek.tsx'
import { fetchRoles, listQuery, NO_FILTER, type RoleSearch, roleSearchShape } from './role-queries.ts'
import styles from './roles.module.css'

const TABLE = 'roles'
const rowId = ({ _id }: Role) => _id

/** All roles: what they are called, whose they are, and how many users have them. */
export function RoleList() {
  const router = useRouter()
  const [search, change] = useScreenSearch(roleSearchShape)
  const [peeked, setPeeked] = useState<Role>()
  const [isAsking, setIsAsking] = useState(false)
  const whyNot = useWhyNotEdit(ENTRIES.rolesAndPermissions)
  const query = listQuery(search)
  const list = usePagedList<Role>({
    queryKey: ['roles', 'list', query],
    place: search,
    onPlace: (place) => change(place as Partial<RoleSearch>),
    fetchPage: (page, limit, signal) => fetchRoles(query, page, limit, signal),
    rowId,
  })
  const { total, selected } = list
  const go = (href: string) => void router.navigate({ href })
  const narrow = (part: Partial<RoleSearch>) => change({ ...part, page: 1 })
  const [only] = selected

  return (
    <ListPage
      title="Roles & Permissions"
      counted={list.counted(['role', 'roles'])}
      action={
        <span className={styles.actions}>
          <ExportMenu
            table={TABLE}
            title="Roles"
            columns={ROLE_COLUMNS}
            total={total}
            fetchRows={(page, size, signal) => fetchRoles(query, page, size, signal).then(({ rows }) => rows)}
          />
          <WhyNot reasons={[whyNot]} />
          <Button disabled={whyNot !== undefined} onClick={() => go(roleAddress(NEW_ROLE))}>
            Add role
          </Button>
        </span>
      }
      filters={
        <>
          <SavedViews table={TABLE} />
          <RoleFilters search={search} onChange={narrow} />
        </>
      }
      foot={
        <>
          <SelectionBar selected={selected.length} total={total} noun={['role', 'roles']} onClear={list.clear}>
            <Button
              size="compact-sm"
              variant="default"
              disabled={whyNot !== undefined || selected.length !== 1}
              title={selected.length === 1 ? undefined : 'One role at a time can be copied'}
              onClick={() => only && go(copyAddress(only._id))}
            >
              Copy
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              disabled={whyNot !== undefined}
              onClick={() => setIsAsking(true)}
            >
              Delete…
            </Button>
          </SelectionBar>
          <TableFoot {...list.foot} defaultSize={SHORT_PAGE_SIZE} />
        </>
      }
    >
      <DataTable
        name={TABLE}
        label="Roles"
        columns={ROLE_COLUMNS}
        {...list.table}
        onOpen={({ _id }) => go(roleAddress(_id))}
        onPeek={setPeeked}
        empty={
          <NothingListed
            noun="role"
            isNarrowed={isNarrowed(search, NO_FILTER)}
            onClear={() => narrow(NO_FILTER)}
            otherwise="There is no role here yet. A role says what its users may see, open and change; make one with ‘Add role’."
          />
        }
      />
      <RolePeek role={peeked} onClose={() => setPeeked(undefined)} onOpen={({ _id }) => go(roleAddress(_id))} />
      <RemoveRolesDialog roles={selected} opened={isAsking} onClose={() => setIsAsking(false)} onDeleted={list.clear} />
    </ListPage>
  )
}
