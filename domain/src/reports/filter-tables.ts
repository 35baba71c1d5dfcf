import type { ReportName } from './report-names.ts'

/** What a report of Power BI is narrowed to days by. */
export type FilterTable = { readonly table: string; readonly column: string }

const CARRIERS: FilterTable = { table: 'dimDate', column: 'Date' }
const RETURNS: FilterTable = { table: 'Serve Date', column: 'Date Code' }

/** Specification 9: 'Report filter tables'. Reports that it does not name are not narrowed. */
export const FILTER_TABLES: { readonly [Name in ReportName]?: FilterTable } = {
  'carrier-dashboard': CARRIERS,
  'carrier-performance': CARRIERS,
  'carrier-exceptions': CARRIERS,
  'returns-dashboard': RETURNS,
  'returns-trend': RETURNS,
  'summary-week-by-client': { table: 'DataRecords', column: 'WC_date' },
}

const escaped = (name: string) => name.replaceAll(' ', '_x0020_')

/** The filter of an export to file, in the syntax of Power BI's addresses; undefined where a report is not narrowed. */
export function daysFilter(report: ReportName, startDate: string, endDate: string): string | undefined {
  const filter = FILTER_TABLES[report]
  if (!filter) return undefined
  const column = `${escaped(filter.table)}/${escaped(filter.column)}`
  return `${column} ge ${startDate} and ${column} le ${endDate}`
}
