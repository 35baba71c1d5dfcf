import { ENTRIES } from '../../kit/navigation/menu-keys.ts'
import type { PaletteSource } from '../../kit/navigation/palette-source.ts'
import { clientTitle } from '../../kit/session/client-title.ts'
import { hasRight } from '../../kit/session/rights.ts'
import { session } from '../../kit/session/session-store.ts'
import { clientAddress } from './addresses.ts'

/** Finds records of the user's clients, if they may see the client list. */
export const findClients: PaletteSource = {
  matches: 'by-text',
  actions: (text) => {
    const state = session.store.get()
    if (text === '' || !hasRight(state, ENTRIES.clientList)) return []
    return state.clients.map((client) => ({
      id: `client ${client.code}`,
      group: 'Clients',
      label: clientTitle(client),
      description: 'Client List',
      to: clientAddress(client.code),
    }))
  },
}
