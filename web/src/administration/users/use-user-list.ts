import type { User } from '@despatch/contract/administration/users/user'
import { useScreenSearch } from '../../kit/list/filters/screen-search.ts'
import { usePagedList } from '../../kit/list/use-paged-list.ts'
import { useSelectAll } from '../../kit/list/selection/use-select-all.ts'
import {
  fetchAllUsers,
  fetchUsers,
  listQuery,
  userSearchShape,
  type UserListRoute,
  type UserSearch,
} from './user-queries.ts'

/** The contract's limit per act on many users. */
export const MAX_CHOSEN = 10_000

const rowId = ({ username }: User) => username

/** A list of users for its address, from one of the calls that list users. */
export function useUserList(route: UserListRoute) {
  const [search, change] = useScreenSearch(userSearchShape)
  const query = listQuery(search)
  const list = usePagedList<User>({
    queryKey: ['users', route, query],
    place: search,
    onPlace: (place) => change(place as Partial<UserSearch>),
    fetchPage: (page, limit, signal) =>
      fetchUsers(route, query, page, limit, signal).then(({ users, total }) => ({ rows: users, total })),
    rowId,
  })

  return {
    ...useSelectAll(list, {
      key: [query],
      max: MAX_CHOSEN,
      fetchAll: (most, signal) => fetchAllUsers({ route, query, most }, signal),
    }),
    search,
    query,
    narrow: (part: Partial<UserSearch>) => change({ ...part, page: 1 }),
  }
}
export type UserList = ReturnType<typeof useUserList>
