import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import type { Manifest } from '../kit/navigation/manifest.ts'
import type { ChildScreenRow } from '../kit/navigation/screen-row.ts'
import { EXCEPTION_FIGURES, listPath, WITH_EVENTS, WITH_ORDERS, WITH_PARCELS, WITH_RETURNS } from './report-search.ts'

const ordersBeneath = (leaf: LeafPath): ChildScreenRow => ({
  purpose: 'The orders behind a figure.',
  component: () => import('./drill-down/orders-behind-screen.tsx').then((room) => room.OrdersBehindScreen),
  path: listPath(leaf, 'orders'),
  title: 'Orders behind a figure',
})
const parcelsBeneath = (leaf: LeafPath): ChildScreenRow => ({
  purpose: 'The parcels behind a figure.',
  component: () => import('./drill-down/parcels-behind-screen.tsx').then((room) => room.ParcelsBehindScreen),
  path: listPath(leaf, 'parcels'),
  title: 'Parcels behind a figure',
})
const eventsBeneath = (leaf: LeafPath): ChildScreenRow => ({
  purpose: 'The carrier events behind a figure of delivery exceptions.',
  component: () => import('./drill-down/events-behind-screen.tsx').then((room) => room.EventsBehindScreen),
  path: listPath(leaf, 'exceptions'),
  title: 'Delivery exceptions behind a figure',
})

const returnsBeneath = (leaf: LeafPath): ChildScreenRow => ({
  purpose: 'The returns behind a figure.',
  component: () => import('../returns/dashboard-and-trend/lines-screen.tsx').then((room) => room.ReturnLinesScreen),
  path: listPath(leaf, 'returns'),
  title: 'Returns behind a figure',
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
      purpose: 'The figures that matter, against the week and the year before.',
      component: () => import('./key-metrics-screen.tsx').then((room) => room.KeyMetricsScreen),
      beneath: beneath('managementReports.keyMetrics'),
    },
    'managementReports.annualVolumes': {
      purpose: 'Orders, lines and parcels by year and month.',
      component: () => import('./volumes/annual-volumes-screen.tsx').then((room) => room.AnnualVolumesScreen),
      beneath: beneath('managementReports.annualVolumes'),
    },
    'managementReports.annualVolumesByClient': {
      purpose: 'Orders, lines and parcels of a year, client by client.',
      tab: 'Volumes by Client',
      component: () => import('./volumes/volumes-by-client-screen.tsx').then((room) => room.VolumesByClientScreen),
      beneath: beneath('managementReports.annualVolumesByClient'),
    },
    'managementReports.summaryWeekByClient': {
      purpose: 'One week, client by client.',
      tab: 'Week by Client',
      component: () => import('./volumes/volumes-by-client-screen.tsx').then((room) => room.SummaryWeekScreen),
      beneath: beneath('managementReports.summaryWeekByClient'),
    },
    'managementReports.volumeTrendsRolling52Weeks': {
      purpose: 'Volumes of the last 52 weeks, week by week, beside the 52 before.',
      tab: 'Rolling 52 Weeks',
      component: () => import('./volumes/volume-trends-screen.tsx').then((room) => room.VolumeTrendsScreen),
      beneath: beneath('managementReports.volumeTrendsRolling52Weeks'),
    },
    'managementReports.clientStockFlowProfile': {
      purpose: 'What came in, went out and lies still of stock, by category and week.',
      tab: 'Stock Flow by Client',
      component: () => import('./stock-flow-screen.tsx').then((room) => room.StockFlowScreen),
      beneath: [
        {
          purpose: 'The SKUs behind a figure of stock flow.',
          component: () => import('./drill-down/stock-behind-screen.tsx').then((room) => room.StockBehindScreen),
          path: listPath('managementReports.clientStockFlowProfile', 'skus'),
          title: 'SKUs behind a figure',
        },
      ],
    },
    'reportsAndEnquiries.carrierPerformanceReport': {
      purpose: 'Compares carriers by how often they keep their promise.',
      tab: 'Carrier Performance',
      component: () =>
        import('./carriers/carrier-performance-screen.tsx').then((room) => room.CarrierPerformanceScreen),
      beneath: beneath('reportsAndEnquiries.carrierPerformanceReport'),
    },
    'reportsAndEnquiries.carrierDashboard': {
      purpose: 'Shows what each carrier carried, on time and late.',
      component: () => import('./carriers/carrier-dashboard-screen.tsx').then((room) => room.CarrierDashboardScreen),
      beneath: beneath('reportsAndEnquiries.carrierDashboard'),
    },
  },
  beneath: {
    'reportsAndEnquiries.carrierDeliveryExceptions': [
      {
        purpose: 'What goes wrong under way, more or less than before.',
        component: () => import('./carriers/exception-figures-screen.tsx').then((room) => room.ExceptionFiguresScreen),
        path: EXCEPTION_FIGURES,
        title: 'Carrier Delivery Exceptions in figures',
        section: 'In figures',
      },
      ...beneath('reportsAndEnquiries.carrierDeliveryExceptions'),
    ],
  },
}
