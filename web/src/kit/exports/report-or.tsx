import { Alert } from '@mantine/core'
import type { ReportName } from '@despatch/domain/reports/report-names'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import styles from './exports.module.css'
import { useEmbedded } from './use-embedded.ts'

// Microsoft's library comes with it: nobody loads it who is not shown a report of Power BI.
const EmbeddedReport = lazy(() => import('./embedded-report.tsx').then((room) => ({ default: room.EmbeddedReport })))

const REFUSED = 'Power BI’s report cannot be shown here: this is the portal’s own report.'

type ReportOrProps = {
  readonly report: ReportName
  /** The days it is narrowed to. */
  readonly period: { readonly startDate: string; readonly endDate: string }
  /** Our own report. */
  readonly children: ReactNode
}

/** Power BI's report where the operator has one for this caller, else our own; where that stands in, it says why. */
export function ReportOr({ report, period, children }: ReportOrProps) {
  const { data, isPending } = useEmbedded(report)
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
