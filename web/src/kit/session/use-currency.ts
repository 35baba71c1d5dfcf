import { useStore } from '../browser/store.ts'
import { session, type Session } from './session-store.ts'

/** The currency of a client, or of the selected one: an ISO code. GBP where no single client is selected. */
export function useCurrency(of?: string): string {
  return useStore(session.store, (state) => currencyIn(state, of))
}

/** The same for what is no component: of a row of a list over several clients. */
export const currencyOf = (client?: string): string => currencyIn(session.store.get(), client)

/** That of all clients of the user where they have one; '' where they differ. */
export function currencyOfAll({ clients }: Pick<Session, 'clients'> = session.store.get()): string {
  const all = new Set(clients.map(({ currencyCode }) => currencyCode || 'GBP'))
  return all.size > 1 ? '' : ([...all][0] ?? 'GBP')
}

const currencyIn = ({ clients, client }: Session, of = client) =>
  clients.find(({ code }) => code === of)?.currencyCode || 'GBP'
