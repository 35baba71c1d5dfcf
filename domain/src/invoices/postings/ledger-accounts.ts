import { CHARGE_CATEGORIES } from '../../routing/terms/charge-category.ts'
import type { Account, PostingLine } from './make-posting.ts'

/** What a carriage line may have a ledger account of its own for: the kind of charge, or its reversed accrual. */
export const LEDGER_CHARGES = [...CHARGE_CATEGORIES, 'accrual'] as const

/** The code of an account's lines in the operator's ledger: for all clients and charges ('' each), or for one. */
export type LedgerAccount = {
  readonly account: Account
  readonly client: string
  readonly category: PostingLine['category']
  readonly code: string
}

/** Accounts whose lines belong to no client. */
const OF_NO_CLIENT: readonly Account[] = ['Carriers payable', 'Withheld from carriers']

export const hasClient = (account: Account): boolean => !OF_NO_CLIENT.includes(account)
export const hasCharge = (account: Account): boolean => account === 'Carriage'

/**
 * The ledger code of a line: the most specific that is set, for client and charge, else client, else charge, else
 * account. Empty if none is set.
 */
export function accountCode(
  { account, client, category }: Pick<PostingLine, 'account' | 'client' | 'category'>,
  accounts: readonly LedgerAccount[],
): string {
  const codeOf = (ofClient: string, ofCategory: string) =>
    accounts.find((one) => one.account === account && one.client === ofClient && one.category === ofCategory)?.code
  return codeOf(client, category) ?? codeOf(client, '') ?? codeOf('', category) ?? codeOf('', '') ?? ''
}
