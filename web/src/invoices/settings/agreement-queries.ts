import { invoices } from '@despatch/contract/invoices/invoices'
import { ACCOUNTS } from '@despatch/domain/invoices/postings/make-posting'
import { compareNames } from '@despatch/domain/text/compare-names'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'

const KEY = ['invoices', 'agreements'] as const

export const tolerancesNow = queryOptions({
  queryKey: [...KEY, 'tolerances'],
  queryFn: ({ signal }) => call(invoices.tolerances, {}, { signal }).then(({ tolerances }) => tolerances),
})

/** The charges that carriers may bill beside the price, and their volumetric divisors. */
export const agreedNow = queryOptions({
  queryKey: [...KEY, 'agreed'],
  queryFn: ({ signal }) => call(invoices.agreed, {}, { signal }),
})

/** The carriers' zones by carrier and code, the latest start last. */
export const zonesNow = queryOptions({
  queryKey: [...KEY, 'zones'],
  queryFn: ({ signal }) =>
    call(invoices.zones, {}, { signal }).then(({ zones }) =>
      zones.toSorted(
        (one, other) =>
          compareNames(one.carrierCode, other.carrierCode) ||
          compareNames(one.code, other.code) ||
          compareNames(one.from, other.from),
      ),
    ),
})

/** How disputes with each carrier are handled. */
export const disputeTermsNow = queryOptions({
  queryKey: [...KEY, 'disputes'],
  queryFn: ({ signal }) => call(invoices.disputeTerms, {}, { signal }).then(({ terms }) => terms),
})

/** Exchange rates. */
export const ratesNow = queryOptions({
  queryKey: [...KEY, 'rates'],
  queryFn: ({ signal }) => call(invoices.rates, {}, { signal }).then(({ rates }) => rates),
})

/** Carriers' names for their services. */
export const serviceNamesNow = queryOptions({
  queryKey: [...KEY, 'service-names'],
  queryFn: ({ signal }) => call(invoices.rates, {}, { signal }).then(({ serviceNames }) => serviceNames),
})

/** The clients whose parcels carriers bill on their accounts. */
export const accountsNow = queryOptions({
  queryKey: [...KEY, 'accounts'],
  queryFn: ({ signal }) => call(invoices.accounts, {}, { signal }).then(({ accounts }) => accounts),
})

/** The ledger codes of posting lines, in the order of their accounts. */
export const ledgerAccountsNow = queryOptions({
  queryKey: [...KEY, 'ledger-accounts'],
  queryFn: ({ signal }) =>
    call(invoices.ledgerAccounts, {}, { signal }).then(({ accounts }) =>
      accounts.toSorted((one, other) => ACCOUNTS.indexOf(one.account) - ACCOUNTS.indexOf(other.account)),
    ),
})

export const agreementsChanged = () => queryClient.invalidateQueries({ queryKey: KEY })
