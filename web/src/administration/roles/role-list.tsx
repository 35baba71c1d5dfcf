import { Button } from '@mantine/core'
import type { Role } from '@despatch/contract/administration/roles/roles'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { ENTRIES } from '../../kit/navigation/menu-keys.ts'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { isNarrowed } from '../../kit/list/filters/is-narrowed.ts'
import { SHORT_PAGE_SIZE } from '../../kit/list/page-size.ts'
import { ListScreen } from '../../kit/list/list-screen.tsx'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { usePagedList } from '../../kit/list/use-paged-list.ts'
import { copyAddress, NEW_ROLE, roleAddress } from './addresses.ts'
import { RemoveRolesDialog } from './remove-roles-dialog.tsx'
import { ROLE_COLUMNS } from './role-columns.tsx'
import { RoleFilters } from './role-filters.tsx'
import { RolePeek } from './role-peek.tsx'
import { fetchRoles, listQuery, NO_FILTER, type RoleSearch, roleSearchShape } from './role-queries.ts'

const rowId = ({ _id }: Role) => _id

/** All roles with their clients and number of users. */
export function RoleList() {
  const router = useRouter()
  const [search, change] = useScreenSearch(roleSearchShape)
  const [peeked, setPeeked] = useState<Role>()
  const [isAsking, setIsAsking] = useState(false)
  const whyNot = useEditDisabledReason(ENTRIES.rolesAndPermissions)
  const query = listQuery(search)
  const fetchPage = (page: number, limit: number, signal: AbortSignal) => fetchRoles(query, page, limit, signal)
  const list = usePagedList<Role>({
    queryKey: ['roles', 'list', query],
    place: search,
    onPlace: (place) => change(place as Partial<RoleSearch>),
    fetchPage,
    rowId,
  })
  const { selected } = list
  const go = (href: string) => void router.navigate({ href })
  const narrow = (part: Partial<RoleSearch>) => change({ ...part, page: 1 })
  const [only] = selected

  return (
    <ListScreen
      name="roles"
      title="Roles & Permissions"
      label="Roles"
      noun={['role', 'roles']}
      columns={ROLE_COLUMNS}
      list={list}
      fetchRows={(...asked) => fetchPage(...asked).then(({ rows }) => rows)}
      add={{ label: 'Add role', whyNot, onAdd: () => go(roleAddress(NEW_ROLE)) }}
      filters={<RoleFilters search={search} onChange={narrow} />}
      narrowed={{ isNarrowed: isNarrowed(search, NO_FILTER), onClear: () => narrow(NO_FILTER) }}
      actions={
        <>
          <Button
            size="compact-sm"
            variant="default"
            disabled={whyNot !== undefined || selected.length !== 1}
            title={selected.length === 1 ? undefined : 'One role at a time can be copied'}
            onClick={() => only && go(copyAddress(only._id))}
          >
            Copy
          </Button>
          <Button size="compact-sm" variant="default" disabled={whyNot !== undefined} onClick={() => setIsAsking(true)}>
            Delete…
          </Button>
        </>
      }
      defaultSize={SHORT_PAGE_SIZE}
      empty="No roles yet. Roles set what users can see, open and change."
      onOpen={({ _id }) => go(roleAddress(_id))}
      onPeek={setPeeked}
    >
      <RolePeek role={peeked} onClose={() => setPeeked(undefined)} onOpen={({ _id }) => go(roleAddress(_id))} />
      <RemoveRolesDialog roles={selected} opened={isAsking} onClose={() => setIsAsking(false)} onDeleted={list.clear} />
    </ListScreen>
  )
}
