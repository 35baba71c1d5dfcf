import type { User } from '@despatch/contract/users/user'
import type { UserSort } from '@despatch/contract/users/users'
import type { RowSelectionState } from '@tanstack/react-table'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ALL_ROWS } from '../table/page-size.ts'
import { useScreenSearch } from '../table/screen-search.ts'
import { useRowWindows } from '../table/windows.ts'
import {
  fetchAllUsers,
  fetchUsers,
  listQuery,
  userPage,
  userSearchShape,
  type UserListRoute,
  type UserSearch,
  usersKey,
} from './user-queries.ts'

/** The contract's most for one act on many users. */
export const MOST_CHOSEN = 10_000

/** Users that are selected, by username: they stay so on other pages and under other filters. */
export type Chosen = ReadonlyMap<string, User>
const NONE: Chosen = new Map()

/** A list of users as its address says: the rows of the page (or of what is in view), and which are selected. */
export function useUserList(route: UserListRoute) {
  const [search, change] = useScreenSearch(userSearchShape)
  const [chosen, setChosen] = useState(NONE)
  const [choosing, setChoosing] = useState<AbortController>()
  const { page, limit, sort, order } = search
  const isAll = limit === ALL_ROWS
  const query = listQuery(search)
  // Where one scrolls through all, it says how many there are.
  const pageQuery = useQuery(userPage(route, query, isAll ? 1 : page, isAll ? 1 : limit))
  const windows = useRowWindows<User>({
    isOn: isAll,
    queryKey: usersKey(route, query),
    fetchWindow: (number, size, signal) =>
      fetchUsers(route, query, number, size, signal).then(({ users: rows }) => rows),
  })
  const pageRows = pageQuery.data?.users
  const total = pageQuery.data?.total
  const loaded = isAll ? windows.windows.flatMap(({ rows }) => rows) : (pageRows ?? [])
  const selected = useMemo<RowSelectionState>(
    () => Object.fromEntries([...chosen.keys()].map((username) => [username, true])),
    [chosen],
  )

  function narrow(part: Partial<UserSearch>) {
    change({ ...part, page: 1 })
  }
  function select(next: RowSelectionState) {
    const known = new Map(loaded.map((user) => [user.username, user]))
    const entries = Object.keys(next).flatMap((username): [string, User][] => {
      const user = next[username] ? (known.get(username) ?? chosen.get(username)) : undefined
      return user ? [[username, user]] : []
    })
    setChosen(new Map(entries))
  }
  /** Selects all users that match, on whatever page. Throws what a page of them throws. */
  async function selectAll() {
    const controller = new AbortController()
    setChoosing(controller)
    try {
      const all = await fetchAllUsers({ route, query, most: MOST_CHOSEN }, controller.signal)
      setChosen(new Map(all.map((user) => [user.username, user])))
    } finally {
      setChoosing(undefined)
    }
  }

  return {
    search,
    change,
    narrow,
    query,
    total,
    chosen,
    selectAll,
    isChoosing: choosing !== undefined,
    clear: () => (choosing?.abort(), setChosen(NONE)),
    table: {
      rows: isAll ? (windows.isLoading ? undefined : windows.windows) : pageRows,
      windowed: isAll ? { total: total ?? 0, onVisible: windows.onVisible } : undefined,
      isLoading: pageQuery.isPending || (isAll && windows.isLoading),
      error: pageQuery.error ?? (isAll ? windows.error : undefined),
      onRetry: () => (pageQuery.error ? void pageQuery.refetch() : windows.retry()),
      sort: { id: sort, desc: order === 'desc' },
      onSort: ({ id, desc }: { id: string; desc: boolean }) =>
        narrow({ sort: id as UserSort, order: desc ? 'desc' : 'asc' }),
      selected,
      onSelect: select,
    },
    foot: {
      page,
      pageSize: limit,
      count: pageRows?.length ?? 0,
      total,
      hasMore: total !== undefined && page * limit < total,
      isBehind: pageQuery.isPlaceholderData,
      onPage: (to: number) => change({ page: to }),
      onPageSize: (size: number) => change({ limit: size, page: 1 }),
    },
  }
}
export type UserList = ReturnType<typeof useUserList>
