import type { PaletteSource } from '../../kit/navigation/palette-source.ts'
import { ENTRIES } from '../../kit/navigation/menu-keys.ts'
import { hasRight } from '../../kit/session/rights.ts'
import { session } from '../../kit/session/session-store.ts'
import { usersAddress } from './addresses.ts'

const MOST = 100

/** 'Find users X', by username, name or email, for whoever may see users. */
export const findUsers: PaletteSource = {
  matches: 'as-given',
  actions: (text) =>
    text !== '' && text.length <= MOST && hasRight(session.store.get(), ENTRIES.manageUsers)
      ? [
          {
            id: 'find-users',
            group: 'Users',
            label: `Find users ${text}`,
            description: 'Manage Users',
            to: usersAddress({ search: text }),
          },
        ]
      : [],
}
