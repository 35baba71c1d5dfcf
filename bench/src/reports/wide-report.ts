import type { ExportedReport } from '@despatch/server/exports/exported-report'
import { z } from 'zod'

const COLUMNS = 12

/** A report of twelve columns (texts, days, counts and amounts) and as many rows as requested, from the database. */
export const wideReport: ExportedReport<{ rows: number }> = {
  report: 'bench',
  title: 'Bench',
  fileName: 'Bench',
  permission: 'session',
  choice: z.object({ rows: z.number() }),
  layoutOf: () => ({ rowsName: 'Rows', header: Array.from({ length: COLUMNS }, (_, index) => `Column ${index + 1}`) }),
  manifestOf: ({ rows }) => ({ definitions: [['Row', 'One of many.']], filters: [['Rows', String(rows)]] }),
  count: (_connection, _clients, { rows }) => Promise.resolve(rows),
  query: (_clients, { rows }) => ({
    text: `select 'ACME' as a, 'SO-' || no as b, 'R-' || md5(no::text) as c, 'SKU' || no % 1600 as d,
        'A mug, blue & white, no ' || no % 977 as e, no % 40 as f, no % 7 as g, 'Received' as h, 'Damaged in transit' as i,
        ('2026-01-01'::date + (no % 365)::int)::text as j, (no % 9000)::numeric / 100 as k, case when no % 3 = 0 then '=1+1' else 'London' end as l
      from generate_series(1, $1::int) as no`,
    values: [rows],
  }),
  reader: () => ({
    cellsOf: ({ a, b, c, d, e, f, g, h, i, j, k, l }) =>
      [a, b, c, d, e, f, g, h, i, j, { amount: Number(k) }, l] as ReturnType<
        ReturnType<ExportedReport['reader']>['cellsOf']
      >,
    sheets: () => [],
  }),
}
