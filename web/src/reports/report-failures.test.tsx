import { reportFiles } from '@despatch/contract/reports/report-files'
import { carrierTargets } from '@despatch/contract/reports/carrier-targets'
import { reports } from '@despatch/contract/reports/reports'
import { returnFigures } from '@despatch/contract/returns/dashboard-and-trend/return-figures'
import { exportsRoom } from '@despatch/contract/route/exports'
import type { Route } from '@despatch/contract/route/route'
import { REPORT_FAILED, SOMETHING_WENT_WRONG } from '@despatch/domain/feedback/messages'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../testing/fake-server.ts'
import { openScreen, openServer } from '../testing/open-portal.tsx'
import type { SignInOptions } from '../testing/sign-in.ts'

const REPORTS = '/reporting-and-enquiries'
const MANAGEMENT = '/management-reports'
const CLERK: SignInOptions = { type: 'Internal User', clients: ['ACME'] }

const FAILING: [string, Route, string][] = [
  ['carrier-dashboard', reports.carriers, REPORTS],
  ['carrier-performance-report', reports.carriers, REPORTS],
  ['carrier-delivery-exceptions/in-figures', reports.exceptions, REPORTS],
  ['returns-dashboard', returnFigures.dashboard, REPORTS],
  ['returns-trend-report', returnFigures.trend, REPORTS],
  ['key-metrics', reports.keyMetrics, MANAGEMENT],
  ['annual-volumes', reports.volumes, MANAGEMENT],
  ['annual-volumes-by-client', reports.volumes, MANAGEMENT],
  ['summary-week-by-client', reports.volumes, MANAGEMENT],
  ['volume-trends-rolling-52-weeks', reports.volumes, MANAGEMENT],
  ['client-stock-flow-profile', reports.stockFlow, MANAGEMENT],
]
test.each(FAILING)('a failed %s shows the specified message, the details, and a retry', async (path, route, menu) => {
  const server = openServer()
  server.answer(exportsRoom.list, { exports: [] })
  server.answer(returnFigures.choices, { reasons: [], carriers: [], regions: [], categories: [] })
  server.answer(carrierTargets.list, { targets: [] })
  server.answer(route, refusal('internal_error', SOMETHING_WENT_WRONG))
  const { user } = await openScreen(`${menu}/${path}`, CLERK)
  await screen.findByText(REPORT_FAILED)
  expect(screen.queryByText(SOMETHING_WENT_WRONG)).toBeNull()
  server.answer(route, refusal('unprocessable', 'Choose fewer days.'))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Choose fewer days.')
  screen.getByText(REPORT_FAILED)
})

test('a volume report’s file is requested as a table, without a figure', async () => {
  const server = openServer()
  for (const route of [reports.volumes, reports.keyMetrics])
    server.answer(route as Route, refusal('internal_error', SOMETHING_WENT_WRONG))
  server.answer(exportsRoom.list, { exports: [] })
  server.answer(reportFiles.create, refusal('unavailable', 'Not now'))
  for (const path of ['annual-volumes', 'annual-volumes-by-client', 'summary-week-by-client', 'key-metrics']) {
    const { user, unmount } = await openScreen(`${MANAGEMENT}/${path}`, CLERK)
    await user.click(await screen.findByRole('button', { name: 'Export' }))
    await user.click(await screen.findByRole('menuitem', { name: 'CSV' }))
    await waitFor(() =>
      expect(server.callsTo(reportFiles.create).at(-1)?.body).toMatchObject({ reportName: path, filters: {} }),
    )
    unmount()
  }
})
