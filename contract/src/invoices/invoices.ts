import { carrierAccounts } from './carrier-accounts.ts'
import { credits } from './credits.ts'
import { causes } from './causes.ts'
import { decisions } from './decisions.ts'
import { disputeSettings } from './dispute-terms.ts'
import { disputes } from './disputes.ts'
import { importing } from './importing.ts'
import { ledgerAccounts } from './ledger-accounts.ts'
import { layouts } from './layouts.ts'
import { comparisons } from './comparisons.ts'
import { matching } from './matching.ts'
import { postings } from './postings.ts'
import { reading } from './details.ts'
import { required } from './still-to-be-billed.ts'
import { settings } from './settings.ts'
import { statements } from './statements.ts'
import { zones } from './zones.ts'

/** Carriers' invoices: importing, reading, deciding, settings for judging, disputes, and postings. */
export const invoices = {
  ...reading,
  ...required,
  ...decisions,
  ...importing,
  ...layouts,
  ...comparisons,
  ...matching,
  ...settings,
  ...carrierAccounts,
  ...disputes,
  ...credits,
  ...disputeSettings,
  ...ledgerAccounts,
  ...postings,
  ...causes,
  ...statements,
  ...zones,
}
