import { invoices } from '@despatch/contract/invoices/invoices'
import type { LedgerAccount } from '@despatch/contract/invoices/ledger-accounts'
import { LEDGER_CHARGES } from '@despatch/domain/invoices/postings/ledger-accounts'
import { ACCOUNTS } from '@despatch/domain/invoices/postings/make-posting'
import { z } from 'zod'
import type { ShownFields } from '../../kit/form/conflict.ts'
import { capitalised } from '../invoice-text.ts'
import { checkedBy } from './agreement-values.ts'

/** The form's fields, as typed. */
const fields = z.object({
  account: z.enum(ACCOUNTS),
  clientCode: z.string(),
  category: z.enum([...LEDGER_CHARGES, '']),
  code: z.string(),
  version: z.number(),
})
export type LedgerAccountValues = z.input<typeof fields>

export const chargeText = (category: LedgerAccountValues['category']) =>
  category === '' ? 'All charges' : capitalised(category)

export const ledgerAccountForm = fields.superRefine(
  checkedBy(
    invoices.saveLedgerAccount.body,
    (values: LedgerAccountValues) => values,
    (path) => path,
  ),
)
export const LEDGER_ACCOUNT_LABELS = {
  account: 'account',
  clientCode: 'client',
  category: 'charge',
  code: 'code',
} as const
/** Version 0 means that none is set yet. */
export const ledgerAccountValues = (of: LedgerAccount | undefined): LedgerAccountValues => ({
  account: of?.account ?? 'Carriage',
  clientCode: of?.clientCode ?? '',
  category: of?.category ?? '',
  code: of?.code ?? '',
  version: of?.version ?? 0,
})
export const shownLedgerAccount = ({ code }: LedgerAccountValues): ShownFields => ({
  code: { title: 'Code', text: code },
})
