import type { LeafPath } from '../administration/roles/menu.ts'

/** Each report's title and the permission that opens it. */
export const REPORTS = {
  'carrier-dashboard': { title: 'Carrier Dashboard', leaf: 'reportsAndEnquiries.carrierDashboard' },
  'carrier-performance': { title: 'Carrier Performance Report', leaf: 'reportsAndEnquiries.carrierPerformanceReport' },
  'carrier-exceptions': { title: 'Carrier Delivery Exceptions', leaf: 'reportsAndEnquiries.carrierDeliveryExceptions' },
  'returns-dashboard': { title: 'Returns Dashboard', leaf: 'reportsAndEnquiries.returnsDashboard' },
  'returns-trend': { title: 'Returns Trend Report', leaf: 'reportsAndEnquiries.returnsTrendReport' },
  'key-metrics': { title: 'Key Metrics', leaf: 'managementReports.keyMetrics' },
  'annual-volumes': { title: 'Annual Volumes', leaf: 'managementReports.annualVolumes' },
  'annual-volumes-by-client': { title: 'Annual Volumes by Client', leaf: 'managementReports.annualVolumesByClient' },
  'summary-week-by-client': { title: 'Summary Week by Client', leaf: 'managementReports.summaryWeekByClient' },
  'volume-trends': {
    title: 'Volume Trends: Rolling 52 Weeks',
    leaf: 'managementReports.volumeTrendsRolling52Weeks',
  },
  'client-stock-flow': { title: 'Client Stock Flow Profile', leaf: 'managementReports.clientStockFlowProfile' },
} as const satisfies Record<string, { title: string; leaf: LeafPath }>

export type ReportName = keyof typeof REPORTS

export const REPORT_NAMES = Object.keys(REPORTS) as ReportName[]

/** Finds a report by name or title, ignoring case. */
export function reportNamed(text: string): ReportName | undefined {
  const wanted = text.trim().toLowerCase()
  return REPORT_NAMES.find((name) => name === wanted || REPORTS[name].title.toLowerCase() === wanted)
}
