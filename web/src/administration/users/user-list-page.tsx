import type { User } from '@despatch/contract/administration/users/user'
import type { ReactNode } from 'react'
import { DataTable } from '../../kit/list/data-table.tsx'
import { ExportMenu } from '../../kit/list/columns/export-menu.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { isNarrowed } from '../../kit/list/filters/narrowed.ts'
import { NothingListed } from '../../kit/list/nothing-listed.tsx'
import { SavedViews } from '../../kit/list/filters/saved-views.tsx'
import { SelectionBar } from '../../kit/list/selection-bar.tsx'
import { SHORT_PAGE_SIZE } from '../../kit/list/page-size.ts'
import { TableFoot } from '../../kit/list/table-foot.tsx'
import { USER_COLUMNS } from './user-columns.tsx'
import { UserFilters } from './user-filters.tsx'
import { fetchUsers, NO_FILTER, type UserListRoute } from './user-queries.ts'
import { MAX_CHOSEN, type UserList } from './use-user-list.ts'

type UserListPageProps = {
  readonly title: string
  /** Under which name the table's layout and views are kept. */
  readonly name: string
  readonly route: UserListRoute
  readonly list: UserList
  /** At the right of the title. */
  readonly action?: ReactNode
  /** What can be done with the users that are selected. */
  readonly actions?: ReactNode
  /** What became of the last act: above the table. */
  readonly receipt?: ReactNode
  /** What would be listed without any filter, and how to get it. */
  readonly empty: string
  readonly onOpen?: (user: User) => void
  readonly onPeek?: (user: User) => void
  readonly children?: ReactNode
}

const USERS = ['user', 'users'] as const

/** A list of users with what every list has: filters, views, export, selection, pages. */
export function UserListPage(given: UserListPageProps) {
  const { title, name, route, list } = given
  const { total, selected } = list
  return (
    <ListPage
      title={title}
      counted={list.counted(USERS)}
      action={given.action}
      filters={
        <>
          <SavedViews table={name} />
          <UserFilters search={list.search} onChange={list.narrow} isOfAll={route !== 'activatable'} />
          <ExportMenu
            table={name}
            title={title}
            columns={USER_COLUMNS}
            total={total}
            fetchRows={(page, size, signal) =>
              fetchUsers(route, list.query, page, size, signal).then(({ users }) => users)
            }
          />
        </>
      }
      foot={
        <>
          {given.actions && (selected.length > 0 || list.isChoosing) && (
            <SelectionBar
              selected={selected.length}
              total={total}
              noun={USERS}
              isAll={list.isAll}
              {...(total !== undefined &&
                total <= MAX_CHOSEN && {
                  onSelectAll: () => void list.selectAll(),
                })}
              onClear={list.clear}
            >
              {given.actions}
            </SelectionBar>
          )}
          <TableFoot {...list.foot} defaultSize={SHORT_PAGE_SIZE} />
        </>
      }
    >
      {given.receipt}
      <DataTable
        name={name}
        label={title}
        columns={USER_COLUMNS}
        {...list.table}
        {...(given.onOpen && { onOpen: given.onOpen })}
        {...(given.onPeek && { onPeek: given.onPeek })}
        empty={
          <NothingListed
            noun="user"
            isNarrowed={isNarrowed(list.search, NO_FILTER)}
            onClear={() => list.narrow(NO_FILTER)}
            otherwise={given.empty}
          />
        }
      />
      {given.children}
    </ListPage>
  )
}
