import { ALL_ERASURE_REASONS, type AnyErasureReason } from '@despatch/domain/enquiries/personal-data/person-records'
import { sql } from 'kysely'
import { z } from 'zod'
import type { ExportedReport } from '../../exports/exported-report.ts'
import { compiled, countOf } from '../../exports/statement.ts'

export const ERASURES_REPORT = 'erasures'

/** Header of the list; `npm run erase-again` checks it. */
export const ERASURE_COLUMNS = ['Client', 'Order', 'Request', 'Erased at', 'Why'] as const

type Row = {
  client_code: string
  order_number: string
  request_reference: string
  erased_at: Date
  reason: AnyErasureReason
}

const from = (clients: readonly string[]) => sql`
  erased_orders x join erasures e on e.client_code = x.client_code and e.erasure_id = x.erasure_id
  where x.client_code = any (${clients}::text[])`

/** The list of erasures as a file, one row per erased order. */
export const erasuresReport: ExportedReport<object> = {
  report: ERASURES_REPORT,
  title: 'List of erasures',
  fileName: 'List of erasures',
  permission: { reads: ['reportsAndEnquiries.personalData'] },
  choice: z.strictObject({}),
  layoutOf: () => ({ rowsName: 'Orders', header: ERASURE_COLUMNS }),
  manifestOf: () => ({
    definitions: [
      [
        'What it is for',
        'After a restore of a backup from before an erasure, these are erased again: npm run erase-again',
      ],
    ],
    filters: [],
  }),
  count: (connection, clients) => countOf(connection, from(clients)),
  query: (clients) =>
    compiled(sql`select x.client_code, x.order_number, e.request_reference, e.erased_at, e.reason
      from ${from(clients)} order by e.erased_at, x.client_code, x.order_number`),
  reader: () => ({
    cellsOf: (row: Record<string, unknown>) => {
      const { client_code, order_number, request_reference, erased_at, reason } = row as Row
      return [client_code, order_number, request_reference, { at: erased_at }, ALL_ERASURE_REASONS[reason]]
    },
    sheets: () => [],
  }),
}
