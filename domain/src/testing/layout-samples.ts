import { DHL_EXPRESS } from '../invoices/column-mapping/dhl-express.ts'
import { DPD_ENGLISH } from '../invoices/column-mapping/dpd-mainland.ts'
import { DPD_UK } from '../invoices/column-mapping/dpd-uk.ts'
import type { Layout } from '../invoices/column-mapping/layout.ts'
import { UPS_WITH_HEADER } from '../invoices/column-mapping/ups.ts'
import { DHL_ROWS, DPD_UK_PREAMBLE, DPD_UK_ROWS, dpdEnglishRow, UPS_ROWS } from './carrier-rows.ts'

/** Rows of a file in a layout, and the rows before its header. */
export type LayoutSample = { layout: Layout; before: string[][]; rows: string[][] }

/** Files of layouts with a header, in English. */
export const LAYOUT_SAMPLES: readonly LayoutSample[] = [
  { layout: UPS_WITH_HEADER, before: [], rows: UPS_ROWS },
  { layout: DHL_EXPRESS, before: [], rows: DHL_ROWS },
  { layout: DPD_UK, before: DPD_UK_PREAMBLE, rows: DPD_UK_ROWS },
  { layout: DPD_ENGLISH, before: [], rows: [dpdEnglishRow({}), dpdEnglishRow({ 'Shipment number': '2' })] },
]
