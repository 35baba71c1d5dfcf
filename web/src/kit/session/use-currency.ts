import { useStore } from '../browser/store.ts'
import { session, type Session } from './session-store.ts'

/** The currency of a client, or of the selected one: an ISO code. GBP where no single client is selected. */
export function useCurrency(of?: string): string {
  return useStore(session.store, (state) => currencyIn(state, of))
}

/** The same for what is no component: of a row of a list over several clients. */
export const currencyOf = (client?: string): string => currencyIn(session.store.get(), client)

const currencyIn = ({ clients, client }: Session, of = client) =>
  clients.find(({ code }) => code === of)?.currencyCode || 'GBP'
