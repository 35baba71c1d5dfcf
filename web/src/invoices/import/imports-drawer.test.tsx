import { invoices } from '@despatch/contract/invoices/invoices'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../testing/fake-server.ts'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import type { SignInOptions } from '../../testing/sign-in.ts'
import { IMPORT } from '../invoice-samples.ts'

const CLERK: SignInOptions = { type: 'Internal User', clients: ['ACME', 'BIRCH'] }
const ok = { code: 200 } as const

/** 60 files with an unknown layout, file 1 the newest, and a newer import. */
function serverWithFiles() {
  const server = openServer()
  server.answer(invoices.summary, { ...ok, summary: [], pageInfo: { total: 0, page: 1, limit: 10 } })
  server.answer(invoices.carriers, { ...ok, carriers: [] })
  server.answer(invoices.imports, ({ query: { isWaiting, page } }) => {
    const waiting = Array.from({ length: 60 }, (_, index) => ({
      ...IMPORT,
      importID: String(100 + index),
      filename: `osprey-${index + 1}.csv`,
      state: 'Unknown layout' as const,
      invoices: [],
      invoiceCount: 0,
    }))
    const all = isWaiting ? waiting : [IMPORT, ...waiting]
    const from = (page - 1) * 50
    return {
      ...ok,
      imports: all.slice(from, from + 50),
      waiting: 60,
      pageInfo: { total: all.length, page, limit: 50 },
    }
  })
  return server
}
const names = async (list: string) =>
  within(await screen.findByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map((item) => within(item).getByTitle(/csv/).textContent)

test('all files that wait for a mapping are counted above the list, in pages', async () => {
  serverWithFiles()
  const { user } = await openScreen('/invoice-reconciliation', CLERK)
  await screen.findByText('60 files need mapping')
  await user.click(screen.getByRole('button', { name: 'Show the files' }))
  const first = await names('Files to map')
  expect([first[0], first.length]).toEqual(['osprey-1.csv', 50])
  await user.click(screen.getByRole('button', { name: '2' }))
  await waitFor(async () => expect((await names('Files to map')).at(-1)).toBe('osprey-60.csv'))
})

test('all imports are listed beside them', async () => {
  serverWithFiles()
  const { user } = await openScreen('/invoice-reconciliation?show=waiting', CLERK)
  await screen.findByRole('radio', { name: 'To map (60)' })
  await user.click(screen.getByRole('radio', { name: 'All' }))
  await waitFor(async () => expect((await names('Recent imports'))[0]).toBe('ups-46.csv'))
})

test('a file of many invoices shows how many are not named', async () => {
  const server = serverWithFiles()
  const many = Array.from({ length: 100 }, (_, index) => ({
    summaryID: String(17 + index),
    invoiceNumber: `A-${index + 1}`,
  }))
  server.answer(invoices.imports, {
    ...ok,
    imports: [{ ...IMPORT, invoices: many, invoiceCount: 1101 }],
    waiting: 0,
    pageInfo: { total: 1, page: 1, limit: 50 },
  })
  await openScreen('/invoice-reconciliation?show=imports', CLERK)
  await screen.findByRole('link', { name: 'A-8' })
  screen.getByText('and 1,093 more')
})

test('a failed list shows why, with a button to retry', async () => {
  const server = serverWithFiles()
  server.answer(invoices.imports, refusal('unprocessable', 'The list cannot be read now.'))
  await openScreen('/invoice-reconciliation?show=waiting', CLERK)
  await screen.findByText('The list cannot be read now.')
})
