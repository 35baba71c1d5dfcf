import { useStore } from '../browser/store.ts'
import { session, type Session } from './session-store.ts'

/**
 * The ISO code of a client's currency.
 *
 * @param clientCode by default the selected client; GBP if none is selected
 */
export function useCurrency(clientCode?: string): string {
  return useStore(session.store, (state) => currencyIn(state, clientCode))
}

/** {@link useCurrency} for code outside components. */
export const currencyOf = (client?: string): string => currencyIn(session.store.get(), client)

/** The currency that all clients of the user share; '' if they differ. */
export function currencyOfAll({ clients }: Pick<Session, 'clients'> = session.store.get()): string {
  const all = new Set(clients.map(({ currencyCode }) => currencyCode || 'GBP'))
  return all.size > 1 ? '' : ([...all][0] ?? 'GBP')
}

const currencyIn = ({ clients, client }: Session, clientCode = client) =>
  clients.find(({ code }) => code === clientCode)?.currencyCode || 'GBP'
