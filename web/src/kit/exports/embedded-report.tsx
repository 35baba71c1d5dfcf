import type { reportFiles } from '@despatch/contract/reports/report-files'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { REPORT_FAILED } from '@despatch/domain/feedback/messages'
import { FILTER_TABLES } from '@despatch/domain/reports/filter-tables'
import type { ReportName } from '@despatch/domain/reports/report-names'
import { factories, models, type Report, service } from 'powerbi-client'
import { useEffect, useRef } from 'react'
import { notify } from '../notify/notify.ts'
import styles from './exports.module.css'

type EmbeddedReportProps = {
  readonly report: ReportName
  readonly title: string
  readonly embedded: NonNullable<RouteAnswer<typeof reportFiles.getEmbedToken>['embedded']>
  readonly period: { readonly startDate: string; readonly endDate: string }
  /** Called if Microsoft's library refuses the embed address. */
  readonly onRefused: () => void
}

const powerBi = new service.Service(factories.hpmFactory, factories.wpmpFactory, factories.routerFactory)

/** A Power BI report, filtered to the period if the specification names its date column. */
export function EmbeddedReport({ report, title, embedded, period, onRefused }: EmbeddedReportProps) {
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef<Report>(undefined)
  const { reportId, embedUrl, token } = embedded
  const { startDate, endDate } = period
  // Pass a renewed token to the embedded report: embedding it again would lose the user's selections.
  const newest = useRef(token)
  const refused = useRef(onRefused)
  useEffect(() => {
    if (newest.current === token) return
    newest.current = token
    void shown.current?.setAccessToken(token)
  }, [token])
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const embed = tryEmbed(element, {
      type: 'report',
      id: reportId,
      embedUrl,
      accessToken: newest.current,
      tokenType: models.TokenType.Embed,
      permissions: models.Permissions.Read,
      filters: filtersOf(report, startDate, endDate),
      settings: { panes: { filters: { visible: false } } },
    })
    if (!embed) return refused.current()
    shown.current = embed as Report
    embed.on('error', () => notify.danger(REPORT_FAILED))
    element.querySelector('iframe')?.setAttribute('title', title)
    return () => {
      shown.current = undefined
      powerBi.reset(element)
    }
  }, [report, title, reportId, embedUrl, startDate, endDate])
  return <div ref={place} className={styles.embedded} role="region" aria-label={title} />
}

/** Undefined if the library refuses the address: its exception would crash the whole screen. */
function tryEmbed(...args: Parameters<typeof powerBi.embed>) {
  try {
    return powerBi.embed(...args)
  } catch {
    return undefined
  }
}

function filtersOf(report: ReportName, startDate: string, endDate: string): models.IAdvancedFilter[] {
  const target = FILTER_TABLES[report]
  if (!target) return []
  return [
    {
      $schema: 'http://powerbi.com/product/schema#advanced',
      filterType: models.FilterType.Advanced,
      target,
      logicalOperator: 'And',
      conditions: [
        { operator: 'GreaterThanOrEqual', value: `${startDate}T00:00:00.000Z` },
        { operator: 'LessThanOrEqual', value: `${endDate}T00:00:00.000Z` },
      ],
    },
  ]
}
