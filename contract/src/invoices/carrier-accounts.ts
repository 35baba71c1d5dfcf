import { z } from 'zod'
import { chosenCarrier } from '../routing/rule-book/fields.ts'
import { clientCode, recordId, requiredText } from '../route/fields.ts'
import { routes } from '../route/route.ts'
import { agreementChanged, agreementRead, agreementRemoved, agreementSet, agreementVersion } from './agreement.ts'
import { ok } from './invoice.ts'

const fields = {
  carrierCode: chosenCarrier,
  /** The account number on the carrier's invoices. */
  account: requiredText(60, 'Account'),
  /** The clients whose parcels it bills. */
  clients: z.array(clientCode).min(1, 'Choose at least one client').max(200, 'At most 200 clients'),
}
export const carrierAccount = z.strictObject({
  accountID: recordId,
  ...fields,
  ...agreementChanged,
})
export type CarrierAccount = z.infer<typeof carrierAccount>

export const carrierAccounts = routes({
  accounts: {
    ...agreementRead,
    path: '/api/invoice/accounts',
    summary: 'Whose parcels carriers bill on their accounts; for internal users',
    answer: z.strictObject({ ...ok, accounts: z.array(carrierAccount) }),
    errors: ['unauthorized_access'],
    audited: false,
  },
  saveAccount: {
    ...agreementSet,
    path: '/api/invoice/accounts',
    summary: 'Say whose parcels a carrier bills on an account, for sales orders imported from now on; internal users',
    body: z.strictObject({
      accountID: recordId.optional(),
      ...fields,
      version: agreementVersion,
    }),
    errors: ['version_conflict', 'unauthorized_access', 'not_found'],
  },
  removeAccount: {
    ...agreementRemoved,
    path: '/api/invoice/accounts',
    summary: 'Delete whose parcels a carrier bills on an account: then any client’s; for internal users',
  },
})
