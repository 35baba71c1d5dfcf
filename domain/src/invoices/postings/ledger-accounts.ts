import { CHARGE_CATEGORIES } from '../invoice.ts'
import type { Account, PostingLine } from './make-posting.ts'

/** What of a line of carriage may have an account of its own: the kind of charge, or what is reversed of its accrual. */
export const LEDGER_CHARGES = [...CHARGE_CATEGORIES, 'accrual'] as const

/** The code that lines of an account have in the operator's ledger: of all clients and charges ('' each), or of one. */
export type LedgerAccount = {
  readonly account: Account
  readonly client: string
  readonly category: PostingLine['category']
  readonly code: string
}

/** Kinds of lines that are no client's. */
const OF_NO_CLIENT: readonly Account[] = ['Carriers payable', 'Withheld from carriers']

export const hasClient = (account: Account): boolean => !OF_NO_CLIENT.includes(account)
export const hasCharge = (account: Account): boolean => account === 'Carriage'

/**
 * The code of a line in the operator's ledger: the most specific that is set counts, that of the client and charge, else of the
 * client, else of the charge, else of the account. Empty where none is set.
 */
export function accountCode(
  { account, client, category }: Pick<PostingLine, 'account' | 'client' | 'category'>,
  accounts: readonly LedgerAccount[],
): string {
  const codeOf = (ofClient: string, ofCategory: string) =>
    accounts.find((one) => one.account === account && one.client === ofClient && one.category === ofCategory)?.code
  return codeOf(client, category) ?? codeOf(client, '') ?? codeOf('', category) ?? codeOf('', '') ?? ''
}
