import type { ReportName } from './report-names.ts'

/** Column that restricts a Power BI report to a period. */
export type FilterTable = { readonly table: string; readonly column: string }

const CARRIERS: FilterTable = { table: 'dimDate', column: 'Date' }
const RETURNS: FilterTable = { table: 'Serve Date', column: 'Date Code' }

/** Specification 9: 'Report filter tables'. Other reports are not filtered. */
export const FILTER_TABLES: { readonly [Name in ReportName]?: FilterTable } = {
  'carrier-dashboard': CARRIERS,
  'carrier-performance': CARRIERS,
  'carrier-exceptions': CARRIERS,
  'returns-dashboard': RETURNS,
  'returns-trend': RETURNS,
  'summary-week-by-client': { table: 'DataRecords', column: 'WC_date' },
}

const escaped = (name: string) => name.replaceAll(' ', '_x0020_')

/** The filter of an export in Power BI's URL syntax; undefined if the report is not filtered. */
export function daysFilter(report: ReportName, startDate: string, endDate: string): string | undefined {
  const filter = FILTER_TABLES[report]
  if (!filter) return undefined
  const column = `${escaped(filter.table)}/${escaped(filter.column)}`
  return `${column} ge ${startDate} and ${column} le ${endDate}`
}
