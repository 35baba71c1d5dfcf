import { z } from 'zod'
import { chosenCarrier } from '../routing/rule-book/fields.ts'
import { clientCode, instant, recordId, requiredText } from '../route/fields.ts'
import { routes } from '../route/route.ts'
import { personName } from '../route/visible.ts'
import { done, INVOICES, ok, operators } from './invoice.ts'

const fields = {
  carrierCode: chosenCarrier,
  /** As the carrier's invoices call it. */
  account: requiredText(60, 'Account'),
  /** Whose parcels it bills. */
  clients: z.array(clientCode).min(1, 'Choose at least one client').max(200, 'At most 200 clients'),
}
export const carrierAccount = z.strictObject({
  accountID: recordId,
  ...fields,
  version: z.int(),
  changedAt: instant,
  changedBy: personName(),
})
export type CarrierAccount = z.infer<typeof carrierAccount>

export const carrierAccounts = routes({
  accounts: {
    ...operators,
    method: 'GET',
    permission: { reads: [INVOICES] },
    path: '/api/invoice/accounts',
    summary: 'Whose parcels carriers bill on their accounts; for internal users',
    answer: z.strictObject({ ...ok, accounts: z.array(carrierAccount) }),
    errors: ['unauthorized_access'],
    audited: false,
  },
  saveAccount: {
    ...operators,
    method: 'PUT',
    path: '/api/invoice/accounts',
    summary: 'Say whose parcels a carrier bills on an account, for sales orders imported from now on; internal users',
    body: z.strictObject({
      accountID: recordId.optional(),
      ...fields,
      version: z.int('A version is a whole number').min(0).max(2_000_000_000).optional(),
    }),
    answer: z.strictObject({ ...ok, message: z.string(), id: recordId, version: z.int() }),
    errors: ['version_conflict', 'unauthorized_access', 'not_found'],
    audited: 'invoice.agreement-set',
  },
  removeAccount: {
    ...operators,
    method: 'DELETE',
    path: '/api/invoice/accounts',
    summary: 'Delete whose parcels a carrier bills on an account: then any client’s; for internal users',
    query: z.strictObject({ id: recordId }),
    answer: done,
    errors: ['not_found', 'unauthorized_access'],
    audited: 'invoice.agreement-deleted',
  },
})
