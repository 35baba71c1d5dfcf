import { session } from '@despatch/contract/sign-in/session'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../../testing/fake-server.ts'
import { openScreen, openServer } from '../../../testing/open-portal.tsx'
import { ListPage } from '../list-page.tsx'

const VIEW = {
  _id: '1',
  table: 'orders',
  name: 'Mine',
  search: 'carrier=DPD',
  layout: { columnVisibility: {}, columnOrder: [], columnSizing: {} },
  isShared: false,
  isOwn: true,
  by: 'Ada',
}
const theirs = { ...VIEW, _id: '2', name: 'Ours', search: 'carrier=EVRI', isShared: true, isOwn: false, by: 'Grace' }
const Page = () => (
  <ListPage title="Orders" viewsOf="orders" filters={<span>filters</span>}>
    rows
  </ListPage>
)
const tabs = () => screen.queryAllByRole('button').filter((one) => 'tab' in one.dataset)
const names = () => tabs().map(({ textContent }) => textContent?.trim())

test('saved views are tabs after All; arrow keys move within the row', async () => {
  const server = openServer()
  server.answer(session.views, { views: [VIEW, theirs], layout: null })
  server.answer(session.keepLayout, { message: 'Data updated successfully.' })
  const { user, search } = await openScreen('/home', {}, Page)
  await user.click(await screen.findByRole('button', { name: 'Mine' }))
  await waitFor(() => expect(search()).toEqual({ carrier: 'DPD' }))
  expect(names()).toEqual(['All', 'Mine', 'Ours'])
  expect(tabs().map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1])
  await user.keyboard('{ArrowRight}{Enter}')
  await waitFor(() => expect(search()).toEqual({ carrier: 'EVRI' }))
  await user.click(screen.getByRole('button', { name: 'All' }))
  await waitFor(() => expect(search()).toEqual({}))
})

test('only own views can be deleted', async () => {
  openServer().answer(session.views, { views: [VIEW, theirs], layout: null })
  const { user } = await openScreen('/home', {}, Page)
  await user.click(await screen.findByRole('button', { name: 'More views' }))
  await screen.findByRole('menuitem', { name: 'Delete Mine' })
  expect(screen.queryByRole('menuitem', { name: 'Delete Ours' })).toBeNull()
})

test('a list without views has no row of them, but can save one', async () => {
  openServer().answer(session.views, { views: [], layout: null })
  await openScreen('/home', {}, Page)
  await screen.findByRole('button', { name: 'Save view' })
  expect(screen.queryByRole('toolbar', { name: 'Views' })).toBeNull()
})

test('views that cannot be loaded say so', async () => {
  openServer().answer(session.views, refusal('unavailable', 'The database does not answer. Try again.'))
  await openScreen('/home', {}, Page)
  await screen.findByRole('alert')
})
