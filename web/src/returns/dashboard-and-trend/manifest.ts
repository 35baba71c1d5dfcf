import type { Manifest } from '../../kit/navigation/manifest.ts'
import { DASHBOARD_LINES, TREND_LINES } from './figure-search.ts'

const beneath = (path: string) => [
  {
    area: 'returns' as const,
    purpose: 'Returns counted in a figure.',
    component: () => import('./lines-screen.tsx').then((room) => room.ReturnLinesScreen),
    path,
    title: 'Returns',
  },
]

export const returnFiguresManifest: Manifest = {
  screens: {
    'reportsAndEnquiries.returnsDashboard': {
      purpose: 'Returns by reason, product and week.',
      component: () => import('./dashboard-screen.tsx').then((room) => room.ReturnsDashboardScreen),
      beneath: beneath(DASHBOARD_LINES),
    },
    'reportsAndEnquiries.returnsTrendReport': {
      purpose: 'Weekly returns, and the trend report as a spreadsheet.',
      component: () => import('./trend-screen.tsx').then((room) => room.ReturnsTrendScreen),
      beneath: beneath(TREND_LINES),
    },
  },
}
