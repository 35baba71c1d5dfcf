import { reportFiles } from '@despatch/contract/reports/report-files'
import { returnFigures } from '@despatch/contract/returns/dashboard-and-trend/return-figures'
import { exportsRoom } from '@despatch/contract/route/exports'
import { DOWNLOAD_FAILED, EXPORT_NOT_CREATED, EXPORT_STATUS_FAILED } from '@despatch/domain/feedback/messages'
import type { ExportStatus } from '@despatch/domain/text/export-status'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen, openServer } from '../../testing/open-portal.tsx'

const DAYS = { startDate: '2026-01-05', endDate: '2026-01-11' }
const ID = '0d9b3ad6-6b8e-4a7d-9f3c-2f6f5f2f0002'
const job = (status: ExportStatus, percentComplete = 0, exportId = ID) => ({
  id: exportId,
  exportId,
  status,
  percentComplete,
  reportName: 'returns-dashboard',
})

test('a report’s export shows the specified messages, whether it succeeds or fails', async () => {
  const server = openServer()
  const none = { reasons: [], carriers: [], regions: [], categories: [] }
  server.answer(returnFigures.choices, none)
  server.answer(returnFigures.trend, { weeks: [], lines: 0, pieces: 0, waitingDays: 0 })
  server.answer(returnFigures.dashboard, {
    ...none,
    SKUs: [],
    SKUsByReason: [],
    states: [],
    refunds: [],
    postage: [],
    daysToRefund: null,
    waitingDays: 0,
    lines: 12,
    pieces: 30,
  })
  server.answer(exportsRoom.list, { exports: [] })
  const address = '/reporting-and-enquiries/returns-dashboard?startDate=2026-01-05&endDate=2026-01-11&reason=DAMAGED'
  const { user } = await openScreen(address, { type: 'Internal User', clients: ['ACME'] })
  await screen.findByText(/12 returns/)
  const start = async (format: string) => {
    await user.click(await screen.findByRole('button', { name: 'Export' }))
    await user.click(await screen.findByRole('menuitem', { name: format }))
  }
  const says = (message: string) =>
    waitFor(() => expect(screen.getAllByText(message, { exact: false }).length).toBeGreaterThan(0))

  server.answer(reportFiles.create, { ...job('NotStarted', 0, ''), ...DAYS })
  await start('CSV')
  await says(EXPORT_NOT_CREATED)

  server.answer(reportFiles.create, { ...job('NotStarted'), ...DAYS })
  server.answer(reportFiles.status, job('Succeeded', 100))
  server.answer(reportFiles.file, new Blob([]))
  await start('Excel (XLSX)')
  await says(DOWNLOAD_FAILED)
  expect(server.callsTo(reportFiles.create).at(-1)?.body).toMatchObject({
    ...DAYS,
    reportName: 'returns-dashboard',
    format: 'XLSX',
    shownRows: 12,
    filters: { countedBy: 'received', reason: 'DAMAGED' },
  })

  server.answer(reportFiles.status, job('Failed'))
  const asked = server.callsTo(reportFiles.status).length
  await start('CSV')
  await says(EXPORT_STATUS_FAILED)
  expect(server.callsTo(reportFiles.status).length - asked).toBe(3)
})
