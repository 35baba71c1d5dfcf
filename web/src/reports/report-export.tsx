import type { Figure } from '@despatch/domain/reports/figures'
import type { ReportName } from '@despatch/domain/reports/report-names'
import type { Period } from '@despatch/domain/reports/periods'
import { ExportButton } from '../kit/exports/export-button.tsx'

type ReportExportProps = {
  readonly report: ReportName
  /** Days, and what the report is narrowed to, as its address says it. */
  readonly search: Period & Readonly<Record<string, unknown>>
  /** The figure whose rows stand behind the figures, of reports whose files have such rows. */
  readonly figure?: Figure
}

const FILTERS = ['carrier', 'service', 'region', 'weekday', 'state', 'reason', 'category'] as const

/** 'Export' of a report: the tables that its screen shows. */
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
