import { returns } from '@despatch/contract/returns/rules/returns'
import { shoppersPage } from '@despatch/contract/returns/shoppers-page'
import { DEFAULT_PAGE_SETTINGS } from '@despatch/domain/returns/shoppers-page/page-settings'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryClient } from '../../kit/server/query-client.ts'
import { refusal } from '../../testing/fake-server.ts'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import { ShoppersPageDrawer } from './shoppers-page-drawer.tsx'

test('the shoppers’ page is switched on with a readable colour', async () => {
  const server = openServer()
  const url = 'https://portal.example.com/returns/ACME'
  server.answer(returns.items, { rows: [], total: 0, version: 0, orderDraftAt: null })
  server.answer(returns.book, {
    version: 0,
    at: null,
    by: '',
    summary: '',
    broughtBack: null,
    changes: 0,
    overrideReason: '',
    overridden: [],
    law: 'GB',
    findings: 0,
    breaches: 0,
    lawDraftAt: null,
    draft: null,
  })
  server.answer(shoppersPage.read, { ...DEFAULT_PAGE_SETTINGS, version: 0, url })
  server.answer(shoppersPage.save, ({ body }) => ({ ...body, version: 1, url }))
  const { user } = await openScreen('/returns-portal-control/returns-options-routing-rules')
  await user.click(await screen.findByRole('button', { name: 'Returns page' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Returns page' }))
  await drawer.findByText(/Switched on, it is at https/)
  await user.click(drawer.getByRole('switch'))
  const colour = drawer.getByRole('textbox', { name: 'Colour' })
  await user.clear(colour)
  await user.type(colour, '#ffee00')
  await user.click(drawer.getByRole('button', { name: 'Save' }))
  expect(await drawer.findAllByText(/White text cannot be read on this colour/)).toHaveLength(2)
  expect(server.callsTo(shoppersPage.save)).toHaveLength(0)
  await user.clear(colour)
  await user.type(colour, '#123456')
  await user.click(drawer.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(server.callsTo(shoppersPage.save)[0]?.body).toMatchObject({ isOn: true, accent: '#123456' }),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Returns page' }))
  expect((await screen.findByRole('link', { name: url })).getAttribute('href')).toBe(url)
})

test('a conflict with a colleague’s change offers a choice and keeps typed values', async () => {
  const server = openServer()
  const url = 'https://portal.example.com/returns/ACME'
  let stored = { ...DEFAULT_PAGE_SETTINGS, version: 1, url }
  server.answer(shoppersPage.read, () => stored)
  server.answer(shoppersPage.save, ({ body }) => {
    if (body.version !== stored.version) return refusal('version_conflict', 'Someone changed the page meanwhile.')
    stored = { ...body, version: stored.version + 1, url }
    return stored
  })
  const { user } = await openScreen('/home', {}, () => (
    <ShoppersPageDrawer opened whyNot={undefined} onClose={() => undefined} />
  ))
  const name = await screen.findByRole('textbox', { name: 'Name on the page' })
  await user.type(name, 'Our shop')
  stored = { ...stored, version: 2, returnsAddress: '1 Dock Road' }
  await act(() => queryClient.invalidateQueries({ queryKey: ['shoppers-page'] }))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name on the page' }).value).toBe('Our shop')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const panel = within(await screen.findByRole('table', { name: 'Conflicting changes' }))
  panel.getByRole('row', { name: /Returns address.*1 Dock Road/ })
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(stored).toMatchObject({ version: 3, title: 'Our shop', returnsAddress: '1 Dock Road' }))
})
