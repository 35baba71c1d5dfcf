import { CarrierTerms } from '@despatch/domain/routing/terms/carrier-terms'
import { ClientTerms } from '@despatch/domain/routing/terms/client-terms'
import type { Transaction } from '../../database/transaction.ts'
import { makeLruCache } from '../../process/lru-cache.ts'
import { loadTerms } from './stored-terms.ts'

/** Moments, and clients at a moment. The terms of a moment are those of all clients. */
const MAX_MOMENTS = 40
const MAX_CLIENTS = 80

export type ClientTermsCache = (
  transaction: Transaction,
  whose: { readonly client: string; readonly currency: string },
  moment: string,
) => Promise<ClientTerms>

/** Caches carriers' terms by their moment (ISO): decisions read them as they were then, and they never change. */
export function openClientTermsCache(): ClientTermsCache {
  const terms = makeLruCache<CarrierTerms>(MAX_MOMENTS)
  const clients = makeLruCache<ClientTerms>(MAX_CLIENTS)
  return (transaction, { client, currency }, moment) =>
    clients(`${moment} ${client} ${currency}`, async () => {
      const all = await terms(moment, async () => new CarrierTerms(await loadTerms(transaction, moment)))
      return new ClientTerms(all, { client, currency })
    })
}
