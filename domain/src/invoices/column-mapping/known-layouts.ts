import { DHL_EXPRESS } from './dhl-express.ts'
import { DPD_DUTCH, DPD_ENGLISH, DPD_GERMAN } from './dpd-mainland.ts'
import { DPD_UK } from './dpd-uk.ts'
import { FEDEX_UK } from './fedex-uk.ts'
import type { Layout } from './layout.ts'
import { ROYAL_MAIL } from './royal-mail.ts'
import { UPS_WITH_HEADER, UPS_WITHOUT_HEADER } from './ups.ts'

/** The built-in carrier layouts, beside those that the operator saves. */
export const KNOWN_LAYOUTS: readonly Layout[] = [
  UPS_WITH_HEADER,
  UPS_WITHOUT_HEADER,
  DHL_EXPRESS,
  DPD_UK,
  DPD_ENGLISH,
  DPD_DUTCH,
  DPD_GERMAN,
  ROYAL_MAIL,
  FEDEX_UK,
]
