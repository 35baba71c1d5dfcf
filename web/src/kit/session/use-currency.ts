import { useStore } from '../browser/store.ts'
import { session } from './session-store.ts'

/** The currency of the selected client, an ISO code. GBP where no single client is selected. */
export function useCurrency(): string {
  return useStore(
    session.store,
    ({ clients, client }) => clients.find(({ code }) => code === client)?.currencyCode || 'GBP',
  )
}
