import type { Figure } from '@despatch/domain/reports/figures'
import type { ReportName } from '@despatch/domain/reports/report-names'
import type { Period } from '@despatch/domain/reports/periods'
import { ExportButton } from '../kit/exports/export-button.tsx'

type ReportExportProps = {
  readonly report: ReportName
  /** Period and filters from the screen's address. */
  readonly search: Period & Readonly<Record<string, unknown>>
  /** Figure whose records the file lists, if the report has such files. */
  readonly figure?: Figure
}

const FILTERS = ['carrier', 'service', 'region', 'weekday', 'state', 'reason', 'category'] as const

/** Exports the tables of a report's screen. */
export function ReportExport({ report, search, figure }: ReportExportProps) {
  const { startDate, endDate } = search
  const narrowed = FILTERS.flatMap((name) => {
    const value = search[name]
    return typeof value === 'string' && value !== '' ? [[name, value] as const] : []
  })
  return (
    <ExportButton
      report={report}
      period={{ startDate, endDate }}
      filters={{ ...Object.fromEntries(narrowed), ...(figure && { figure }) }}
    />
  )
}
