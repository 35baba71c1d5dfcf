import { Alert } from '@mantine/core'
import type { ReportName } from '@despatch/domain/reports/report-names'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import styles from './exports.module.css'
import { useEmbeddedReport } from './use-embedded-report.ts'

// Lazy, because it includes Microsoft's library, which only users with a Power BI report need.
const EmbeddedReport = lazy(() => import('./embedded-report.tsx').then((room) => ({ default: room.EmbeddedReport })))

const REFUSED = 'Power BI is not available, so this is the portal’s own report.'

type EmbeddedOrOwnReportProps = {
  readonly report: ReportName
  readonly period: { readonly startDate: string; readonly endDate: string }
  /** The portal's own report. */
  readonly children: ReactNode
}

/** Power BI's report if the operator has one for this user, else the portal's own, with the reason if it is a substitute. */
export function EmbeddedOrOwnReport({ report, period, children }: EmbeddedOrOwnReportProps) {
  const { data, isPending } = useEmbeddedReport(report)
  const [refused, setRefused] = useState('')
  const embedUrl = data?.embedded?.embedUrl
  const loading = <p className={styles.remark}>Loading…</p>
  if (isPending) return loading
  if (data?.embedded && embedUrl !== refused)
    return (
      <Suspense fallback={loading}>
        <EmbeddedReport
          report={report}
          title={data.title}
          embedded={data.embedded}
          period={period}
          onRefused={() => setRefused(embedUrl ?? '')}
        />
      </Suspense>
    )
  const notice = data?.embedded ? REFUSED : data?.notice
  return (
    <>
      {notice && (
        <Alert color="gray" role="status">
          {notice}
        </Alert>
      )}
      {children}
    </>
  )
}
