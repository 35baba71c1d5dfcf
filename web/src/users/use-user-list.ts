import type { User } from '@despatch/contract/users/user'
import { useState } from 'react'
import { isAbort, messageOf } from '../app/api/api-error.ts'
import { notify } from '../feedback/notify.ts'
import { useScreenSearch } from '../table/screen-search.ts'
import { usePagedList } from '../table/use-paged-list.ts'
import {
  fetchAllUsers,
  fetchUsers,
  listQuery,
  userSearchShape,
  type UserListRoute,
  type UserSearch,
} from './user-queries.ts'

/** The contract's most for one act on many users. */
export const MOST_CHOSEN = 10_000

const rowId = ({ username }: User) => username

/** A list of users as its address says, from one of the calls that list them. */
export function useUserList(route: UserListRoute) {
  const [search, change] = useScreenSearch(userSearchShape)
  const [choosing, setChoosing] = useState<AbortController>()
  const query = listQuery(search)
  const list = usePagedList<User>({
    queryKey: ['users', route, query],
    place: search,
    onPlace: (place) => change(place as Partial<UserSearch>),
    fetchPage: (page, limit, signal) =>
      fetchUsers(route, query, page, limit, signal).then(({ users, total }) => ({ rows: users, total })),
    rowId,
  })

  /** Selects all users that match, on whatever page. What goes wrong is said. */
  async function selectAll() {
    const controller = new AbortController()
    setChoosing(controller)
    try {
      list.selectRows(await fetchAllUsers({ route, query, most: MOST_CHOSEN }, controller.signal))
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
    clear() {
      choosing?.abort()
      list.clear()
    },
  }
}
export type UserList = ReturnType<typeof useUserList>
