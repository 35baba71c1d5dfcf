import { users } from '@despatch/contract/administration/users/users'
import type { PaletteSource } from '../../kit/navigation/palette-source.ts'
import { ENTRIES } from '../../kit/navigation/menu-keys.ts'
import { call } from '../../kit/server/call.ts'
import { hasRight } from '../../kit/session/rights.ts'
import { session } from '../../kit/session/session-store.ts'
import { userAddress, usersAddress } from './addresses.ts'

const MOST = 100
const MAX_FOUND = 4

const maySee = (text: string) =>
  text !== '' && text.length <= MOST && hasRight(session.store.get(), ENTRIES.manageUsers)

/** Finds users by username, name or email, and offers 'Find users X', if the user may see users. */
export const findUsers: PaletteSource = {
  matches: 'at-last',
  find: async (text) => {
    if (!maySee(text)) return []
    const page = await call(users.list, { query: { search: text, limit: String(MAX_FOUND) } })
    return page.users.map((user) => ({
      id: `user ${user._id}`,
      group: 'Users',
      label: `${user.first_name} ${user.last_name}`.trim() || user.username,
      description: [user.username, user.email].filter(Boolean).join(' · '),
      to: userAddress(user._id),
    }))
  },
  actions: (text) =>
    maySee(text)
      ? [
          {
            id: 'find-users',
            group: 'Search',
            label: `Find users ${text}`,
            description: 'Manage Users',
            to: usersAddress({ search: text }),
          },
        ]
      : [],
}
