import { reportFiles } from '@despatch/contract/reports/report-files'
import { REPORT_FAILED } from '@despatch/domain/feedback/messages'
import { exportsRoom } from '@despatch/contract/route/exports'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import { queryClient } from '../server/query-client.ts'
import { ExportButton } from './export-button.tsx'
import { EmbeddedOrOwnReport } from './embedded-or-own-report.tsx'

const microsoft = vi.hoisted(() => ({
  embed: vi.fn<(...given: unknown[]) => unknown>(),
  reset: vi.fn<() => void>(),
  renewed: vi.fn<(token: string) => void>(),
  loaded: 0,
}))
vi.mock('powerbi-client', () => {
  microsoft.loaded++
  class Service {
    embed = microsoft.embed
    reset = microsoft.reset
  }
  const models = { TokenType: { Embed: 1 }, Permissions: { Read: 0 }, FilterType: { Advanced: 0 } }
  return { service: { Service }, factories: {}, models }
})

const DAYS = { startDate: '2026-01-05', endDate: '2026-01-11' }
const EMBEDDED = {
  reportId: 'r',
  embedUrl: 'https://app.powerbi.com/reportEmbed?reportId=r',
  token: 'first',
  expiresAt: '2031-01-01T00:00:00Z',
  formats: ['PDF' as const],
}
const answer = { report: 'returns-dashboard', title: 'Returns Dashboard', embedded: null, notice: '' }

function Page() {
  return (
    <>
      <ExportButton report="returns-dashboard" period={DAYS} />
      <EmbeddedOrOwnReport report="returns-dashboard" period={DAYS}>
        <p>Our own figures</p>
      </EmbeddedOrOwnReport>
    </>
  )
}

test('without a Power BI report, the portal’s own is shown with the reason', async () => {
  const server = openServer()
  server.answer(exportsRoom.list, { exports: [] })
  server.answer(reportFiles.getEmbedToken, { ...answer, notice: 'Power BI does not answer just now.' })
  const { user } = await openScreen('/somewhere', { type: 'Internal User', clients: ['ACME'] }, Page)
  expect(await screen.findByText('Our own figures')).toBeTruthy()
  expect(screen.getByText('Power BI does not answer just now.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Export' }))
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Excel (XLSX)',
    'CSV',
  ])
  expect(microsoft.loaded).toBe(0)

  const on = vi.fn<(event: string, handle: () => void) => void>()
  microsoft.embed.mockReturnValue({ on, setAccessToken: microsoft.renewed })
  server.answer(reportFiles.getEmbedToken, { ...answer, embedded: EMBEDDED })
  await act(() => queryClient.invalidateQueries({ queryKey: ['embedded'] }))
  await screen.findByRole('region', { name: 'Returns Dashboard' })
  expect(screen.queryByText('Our own figures')).toBeNull()
  expect(screen.getByRole('menuitem', { name: 'PDF' })).toBeTruthy()
  expect(microsoft.embed.mock.calls[0]?.[1]).toMatchObject({
    type: 'report',
    id: 'r',
    embedUrl: EMBEDDED.embedUrl,
    accessToken: 'first',
    tokenType: 1,
    filters: [
      {
        target: { table: 'Serve Date', column: 'Date Code' },
        conditions: [{ value: '2026-01-05T00:00:00.000Z' }, { value: '2026-01-11T00:00:00.000Z' }],
      },
    ],
  })

  server.answer(reportFiles.getEmbedToken, { ...answer, embedded: { ...EMBEDDED, token: 'second' } })
  await act(() => queryClient.invalidateQueries({ queryKey: ['embedded'] }))
  await waitFor(() => expect(microsoft.renewed).toHaveBeenCalledWith('second'))
  expect(microsoft.embed).toHaveBeenCalledTimes(1)

  const [, fail] = on.mock.calls.find(([event]) => event === 'error') ?? []
  act(() => (fail as () => void)())
  expect(await screen.findByText(REPORT_FAILED, { exact: false })).toBeTruthy()
})

test('if Microsoft’s library refuses the address, the portal’s own report is shown with a message', async () => {
  const server = openServer()
  server.answer(exportsRoom.list, { exports: [] })
  microsoft.embed.mockImplementation(() => {
    throw new Error('Invalid embed URL detected.')
  })
  server.answer(reportFiles.getEmbedToken, { ...answer, embedded: EMBEDDED })
  await openScreen('/somewhere', { type: 'Internal User', clients: ['ACME'] }, Page)
  await screen.findByText('Power BI is not available, so this is the portal’s own report.')
  screen.getByText('Our own figures')
})
