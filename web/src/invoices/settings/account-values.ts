import { invoices } from '@despatch/contract/invoices/invoices'
import type { CarrierAccount } from '@despatch/contract/invoices/carrier-accounts'
import { z } from 'zod'
import type { ShownFields } from '../../kit/form/conflict.ts'
import { checkedBy } from './agreement-values.ts'

/** The form's fields, as typed. */
const fields = z.object({
  accountID: z.string().optional(),
  carrierCode: z.string(),
  account: z.string(),
  clients: z.array(z.string()),
  version: z.number().optional(),
})
export type AccountValues = z.input<typeof fields>

export const accountBody = ({ accountID, carrierCode, account, clients, version }: AccountValues) => ({
  ...(accountID && { accountID }),
  carrierCode: carrierCode.trim(),
  account: account.trim(),
  clients,
  ...(version !== undefined && { version }),
})
export const accountForm = fields.superRefine(checkedBy(invoices.saveAccount.body, accountBody, (path) => path))
export const ACCOUNT_LABELS = { carrierCode: 'carrier', account: 'account', clients: 'clients' } as const
export const accountValues = (of: CarrierAccount | undefined): AccountValues => ({
  ...(of && { accountID: of.accountID, version: of.version }),
  carrierCode: of?.carrierCode ?? '',
  account: of?.account ?? '',
  clients: of?.clients ?? [],
})
export const shownAccount = ({ carrierCode, account, clients }: AccountValues): ShownFields => ({
  carrierCode: { title: 'Carrier', text: carrierCode },
  account: { title: 'Account', text: account },
  clients: { title: 'Clients', text: clients.join(', ') },
})
