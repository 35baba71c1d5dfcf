import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import type { Manifest } from '../kit/navigation/manifest.ts'
import type { ChildScreenRow } from '../kit/navigation/screen-row.ts'
import { EXCEPTION_FIGURES, listPath, WITH_EVENTS, WITH_ORDERS, WITH_PARCELS, WITH_RETURNS } from './report-search.ts'

const ordersBeneath = (leaf: LeafPath): ChildScreenRow => ({
  purpose: 'Orders counted in a figure.',
  component: () => import('./drill-down/orders-behind-screen.tsx').then((room) => room.OrdersBehindScreen),
  path: listPath(leaf, 'orders'),
  title: 'Orders',
})
const parcelsBeneath = (leaf: LeafPath): ChildScreenRow => ({
  purpose: 'Parcels counted in a figure.',
  component: () => import('./drill-down/parcels-behind-screen.tsx').then((room) => room.ParcelsBehindScreen),
  path: listPath(leaf, 'parcels'),
  title: 'Parcels',
})
const eventsBeneath = (leaf: LeafPath): ChildScreenRow => ({
  purpose: 'Carrier events counted as delivery exceptions.',
  component: () => import('./drill-down/events-behind-screen.tsx').then((room) => room.EventsBehindScreen),
  path: listPath(leaf, 'exceptions'),
  title: 'Delivery exceptions',
})

const returnsBeneath = (leaf: LeafPath): ChildScreenRow => ({
  purpose: 'Returns counted in a figure.',
  component: () => import('../returns/dashboard-and-trend/lines-screen.tsx').then((room) => room.ReturnLinesScreen),
  path: listPath(leaf, 'returns'),
  title: 'Returns',
})

/** Drill-down lists of a report. */
const beneath = (leaf: LeafPath): ChildScreenRow[] => [
  ...(WITH_ORDERS.some((one) => one === leaf) ? [ordersBeneath(leaf)] : []),
  ...(WITH_PARCELS.some((one) => one === leaf) ? [parcelsBeneath(leaf)] : []),
  ...(WITH_RETURNS.some((one) => one === leaf) ? [returnsBeneath(leaf)] : []),
  ...(WITH_EVENTS.some((one) => one === leaf) ? [eventsBeneath(leaf)] : []),
]

export const reportsManifest: Manifest = {
  screens: {
    'managementReports.keyMetrics': {
      purpose: 'Key figures against the previous period and last year.',
      component: () => import('./key-metrics-screen.tsx').then((room) => room.KeyMetricsScreen),
      beneath: beneath('managementReports.keyMetrics'),
    },
    'managementReports.annualVolumes': {
      purpose: 'Orders, lines and parcels by year and month.',
      component: () => import('./volumes/annual-volumes-screen.tsx').then((room) => room.AnnualVolumesScreen),
      beneath: beneath('managementReports.annualVolumes'),
    },
    'managementReports.annualVolumesByClient': {
      purpose: 'Orders, lines and parcels of a year, by client.',
      tab: 'Volumes by Client',
      component: () => import('./volumes/volumes-by-client-screen.tsx').then((room) => room.VolumesByClientScreen),
      beneath: beneath('managementReports.annualVolumesByClient'),
    },
    'managementReports.summaryWeekByClient': {
      purpose: 'One week, by client.',
      tab: 'Week by Client',
      component: () => import('./volumes/volumes-by-client-screen.tsx').then((room) => room.SummaryWeekScreen),
      beneath: beneath('managementReports.summaryWeekByClient'),
    },
    'managementReports.volumeTrendsRolling52Weeks': {
      purpose: 'Weekly volumes of the last 52 weeks against the 52 before.',
      tab: 'Rolling 52 Weeks',
      component: () => import('./volumes/volume-trends-screen.tsx').then((room) => room.VolumeTrendsScreen),
      beneath: beneath('managementReports.volumeTrendsRolling52Weeks'),
    },
    'managementReports.clientStockFlowProfile': {
      purpose: 'Stock received, despatched and held, by category and week.',
      tab: 'Stock Flow by Client',
      component: () => import('./stock-flow-screen.tsx').then((room) => room.StockFlowScreen),
      beneath: [
        {
          purpose: 'The SKUs of stock flow.',
          component: () => import('./drill-down/stock-behind-screen.tsx').then((room) => room.StockBehindScreen),
          path: listPath('managementReports.clientStockFlowProfile', 'skus'),
          title: 'SKUs',
        },
      ],
    },
    'reportsAndEnquiries.carrierPerformanceReport': {
      purpose: 'Carriers compared by on-time delivery.',
      tab: 'Carrier Performance',
      component: () =>
        import('./carriers/carrier-performance-screen.tsx').then((room) => room.CarrierPerformanceScreen),
      beneath: beneath('reportsAndEnquiries.carrierPerformanceReport'),
    },
    'reportsAndEnquiries.carrierDashboard': {
      purpose: 'Each carrier’s parcels, on time and late.',
      component: () => import('./carriers/carrier-dashboard-screen.tsx').then((room) => room.CarrierDashboardScreen),
      beneath: beneath('reportsAndEnquiries.carrierDashboard'),
    },
  },
  beneath: {
    'reportsAndEnquiries.carrierDeliveryExceptions': [
      {
        purpose: 'Delivery exceptions and their trends.',
        component: () => import('./carriers/exception-figures-screen.tsx').then((room) => room.ExceptionFiguresScreen),
        path: EXCEPTION_FIGURES,
        title: 'Exception trends',
        section: 'Trends',
      },
      ...beneath('reportsAndEnquiries.carrierDeliveryExceptions'),
    ],
  },
}
