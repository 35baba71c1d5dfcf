import { hasCharge, hasClient, LEDGER_CHARGES } from '@despatch/domain/invoices/postings/ledger-accounts'
import { ACCOUNTS } from '@despatch/domain/invoices/postings/make-posting'
import { z } from 'zod'
import { clientCode, recordId, requiredText } from '../route/fields.ts'
import { routes } from '../route/route.ts'
import { agreementChanged, agreementRead, agreementRemoved, agreementSet, agreementVersion } from './agreement.ts'
import { ok } from './invoice.ts'

const fields = {
  account: z.enum(ACCOUNTS, 'Choose an account'),
  /** Empty for all clients without their own code. */
  clientCode: clientCode.or(z.literal('')).default(''),
  /** A category of carriage, or its accrual; empty for all without their own code. */
  category: z.enum([...LEDGER_CHARGES, '']).default(''),
  code: requiredText(30, 'Account code').regex(
    /^(?:[A-Za-z0-9][A-Za-z0-9 ./_-]*)?$/,
    'An account code has letters, digits, spaces and . / _ -, and begins with a letter or a digit',
  ),
}

export const ledgerAccount = z.strictObject({
  ledgerAccountID: recordId,
  ...fields,
  ...agreementChanged,
})
export type LedgerAccount = z.infer<typeof ledgerAccount>

export const ledgerAccounts = routes({
  ledgerAccounts: {
    ...agreementRead,
    path: '/api/invoice/ledger-accounts',
    summary: 'Which codes lines of postings have in the ledger, by account, client and charge; for internal users',
    answer: z.strictObject({ ...ok, accounts: z.array(ledgerAccount) }),
    errors: ['unauthorized_access'],
    audited: false,
  },
  saveLedgerAccount: {
    ...agreementSet,
    path: '/api/invoice/ledger-accounts',
    summary:
      'Set the code of an account, of all clients and charges or of one, for what is posted from now on; for internal users',
    body: z
      .strictObject({ ...fields, version: agreementVersion })
      .refine(({ account, category }) => category === '' || hasCharge(account), {
        path: ['category'],
        message: 'Only carriage has lines by charge: choose all charges',
      })
      .refine(({ account, clientCode: client }) => client === '' || hasClient(account), {
        path: ['clientCode'],
        message: 'Lines of this account are no client’s: choose all clients',
      }),
    errors: ['version_conflict', 'unauthorized_access', 'not_found'],
  },
  removeLedgerAccount: {
    ...agreementRemoved,
    path: '/api/invoice/ledger-accounts',
    summary: 'Delete the code of an account; what was posted keeps it. For internal users',
  },
})
