import type { User } from '@despatch/contract/administration/users/user'
import type { ReactNode } from 'react'
import { ListScreen } from '../../kit/list/list-screen.tsx'
import { isNarrowed } from '../../kit/list/filters/is-narrowed.ts'
import { SHORT_PAGE_SIZE } from '../../kit/list/page-size.ts'
import { USER_COLUMNS } from './user-columns.tsx'
import { UserFilters } from './user-filters.tsx'
import { fetchUsers, NO_FILTER, type UserListRoute } from './user-queries.ts'
import { type UserList } from './use-user-list.ts'

type UserListPageProps = {
  readonly title: string
  /** The name under which the table's layout and views are stored. */
  readonly name: string
  readonly route: UserListRoute
  readonly list: UserList
  /** At the right of the title. */
  readonly action?: ReactNode
  /** Buttons for the selected users. */
  readonly actions?: ReactNode
  /** The result of the last act, above the table. */
  readonly receipt?: ReactNode
  /** Shown if no users exist without filters. */
  readonly empty: string
  readonly onOpen?: (user: User) => void
  readonly onPeek?: (user: User) => void
  readonly children?: ReactNode
}

const USERS = ['user', 'users'] as const

/** A list of users with filters, views, export, selection and pages. */
export function UserListPage({ route, list, receipt, ...given }: UserListPageProps) {
  return (
    <ListScreen
      {...given}
      noun={USERS}
      columns={USER_COLUMNS}
      list={list}
      fetchRows={(page, size, signal) => fetchUsers(route, list.query, page, size, signal).then(({ users }) => users)}
      filters={<UserFilters search={list.search} onChange={list.narrow} isOfAll={route !== 'activatable'} />}
      narrowed={{ isNarrowed: isNarrowed(list.search, NO_FILTER), onClear: () => list.narrow(NO_FILTER) }}
      defaultSize={SHORT_PAGE_SIZE}
      above={receipt}
    />
  )
}
