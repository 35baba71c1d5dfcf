import type { User } from '@despatch/contract/administration/users/user'
import { hashKey } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isAbort, messageOf } from '../../kit/server/api-error.ts'
import { notify } from '../../kit/notify/notify.ts'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { usePagedList } from '../../kit/list/use-paged-list.ts'
import {
  fetchAllUsers,
  fetchUsers,
  listQuery,
  userSearchShape,
  type UserListRoute,
  type UserSearch,
} from './user-queries.ts'

/** The contract's most for one act on many users. */
export const MAX_CHOSEN = 10_000

const rowId = ({ username }: User) => username

/** A list of users as its address says, from one of the calls that list them. */
export function useUserList(route: UserListRoute) {
  const [search, change] = useScreenSearch(userSearchShape)
  const [choosing, setChoosing] = useState<AbortController>()
  // All that matched: the rows that were selected then, and of which list.
  const [all, setAll] = useState<{ list: string; count: number }>()
  const query = listQuery(search)
  const list = usePagedList<User>({
    queryKey: ['users', route, query],
    place: search,
    onPlace: (place) => change(place as Partial<UserSearch>),
    fetchPage: (page, limit, signal) =>
      fetchUsers(route, query, page, limit, signal).then(({ users, total }) => ({ rows: users, total })),
    rowId,
  })

  useEffect(() => () => choosing?.abort(), [choosing])

  /** Selects all users that match, on whatever page. What goes wrong is said. */
  async function selectAll() {
    const controller = new AbortController()
    setChoosing(controller)
    try {
      const found = await fetchAllUsers({ route, query, most: MAX_CHOSEN }, controller.signal)
      list.selectRows(found)
      setAll({ list: hashKey([query]), count: found.length })
    } catch (error) {
      if (!isAbort(error)) notify.danger(messageOf(error))
    } finally {
      setChoosing(undefined)
    }
  }

  return {
    ...list,
    search,
    query,
    narrow: (part: Partial<UserSearch>) => change({ ...part, page: 1 }),
    selectAll,
    isChoosing: choosing !== undefined,
    /** All that match are selected, and nobody else. */
    isAll: all?.list === hashKey([query]) && all.count === list.selected.length,
    clear() {
      choosing?.abort()
      list.clear()
    },
  }
}
export type UserList = ReturnType<typeof useUserList>
