import { toCome } from '../kit/navigation/screen-row.ts'
import type { Manifest } from '../kit/navigation/manifest.ts'

export const reportsManifest: Manifest = {
  screens: {
    'managementReports.keyMetrics': toCome('reports', 'The figures that matter, against the week and the year before.'),
    'managementReports.annualVolumes': toCome('reports', 'Orders, lines and parcels by year.'),
    'managementReports.annualVolumesByClient': toCome('reports', 'Orders, lines and parcels by year and client.'),
    'managementReports.summaryWeekByClient': toCome('reports', 'One week, client by client.'),
    'managementReports.volumeTrendsRolling52Weeks': toCome('reports', 'Volumes of the last 52 weeks, week by week.'),
    'managementReports.clientStockFlowProfile': toCome('reports', 'What came in and went out of stock, by client.'),
    'reportsAndEnquiries.carrierPerformanceReport': toCome(
      'reports',
      'Compares carriers by how often they keep their promise.',
    ),
    'reportsAndEnquiries.carrierDashboard': toCome('reports', 'Shows what each carrier carried, on time and late.'),
    'reportsAndEnquiries.returnsPortal': toCome(
      'reports',
      'Shows what customers announced through the returns portal.',
    ),
  },
}
