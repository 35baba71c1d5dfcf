import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { windowStorage } from '../../kit/browser/storage.ts'
import { offeredActions } from '../../kit/navigation/palette-actions.ts'
import { tabs } from '../../kit/tabs/window-tabs.ts'
import { openScreen } from '../../testing/open-portal.tsx'
import { SCREENS } from '../screens.ts'
import { TabBar } from './tab-bar.tsx'
import { useTabOfAddress } from './use-tab-of-address.ts'

function Page() {
  useTabOfAddress()
  return <TabBar />
}
const LISTS = SCREENS.filter(({ isEntry }) => isEntry).slice(0, 9)
const titleOf = (at: number) => LISTS[at]?.tab ?? LISTS[at]?.title ?? ''

/** Renders the bar with `howMany` tabs, the last one active. */
async function open(howMany: number) {
  const shown = await openScreen('/home', { type: 'Internal Administrator' }, Page)
  await screen.findByRole('tab', { name: 'Home' })
  act(() => {
    for (const { path, tab, title } of LISTS.slice(0, howMany)) tabs.open({ id: path, title: tab ?? title, link: path })
  })
  const titles = () => screen.getAllByRole('tab').map(({ textContent }) => textContent)
  const tab = (title: string) => screen.getByRole('tab', { name: title })
  async function choose(of: string, item: string) {
    fireEvent.contextMenu(tab(of))
    await shown.user.click(await screen.findByRole('menuitem', { name: item }))
  }
  const activate = (at: number) => act(() => tabs.activate(LISTS[at]?.path))
  return { ...shown, titles, tab, choose, activate }
}
/** The titles of the open tabs, from the store: after navigating to a tab's screen, this test has no bar. */
const opened = () => ['Home', ...tabs.store.get().tabs.map(({ title }) => title)]
const own = (...at: number[]) => ['Home', ...at.map(titleOf)]

test('a tab’s menu closes the other tabs, or those to the right, except pinned ones', async () => {
  const { titles, choose, activate } = await open(5)
  activate(1)
  await choose(titleOf(1), 'Pin')
  expect(titles()).toEqual(own(1, 0, 2, 3, 4))
  await choose(titleOf(2), 'Close tabs to the right')
  await waitFor(() => expect(titles()).toEqual(own(1, 0, 2)))
  await choose(titleOf(2), 'Close others')
  await waitFor(() => expect(titles()).toEqual(own(1, 2)))
  // Closing the active tab leads to Home.
  activate(2)
  await choose('Home', 'Close others')
  await waitFor(() => expect(opened()).toEqual(own(1)))
})

test('the menu and the palette reopen a closed tab in its former place', async () => {
  const { choose, path } = await open(4)
  await choose(titleOf(2), 'Close')
  await choose(titleOf(1), 'Close')
  await waitFor(() => expect(opened()).toEqual(own(0, 3)))
  expect(offeredActions().map(({ label }) => label)).toContain(`Reopen ${titleOf(1)}`)
  await choose('Home', `Reopen ${titleOf(1)}`)
  await waitFor(() => expect(path()).toBe(LISTS[1]?.path))
  expect(opened()).toEqual(own(0, 1, 3))
})

test('Shift T reopens the last closed tab', async () => {
  const { choose, path, user } = await open(3)
  await choose(titleOf(0), 'Close')
  await waitFor(() => expect(opened()).toEqual(own(1, 2)))
  await user.keyboard('T')
  await waitFor(() => expect(path()).toBe(LISTS[0]?.path))
  expect(opened()).toEqual(own(0, 1, 2))
})

test('Ctrl Shift and an arrow key move a tab with its focus; Home stays first', async () => {
  const { titles, tab, user } = await open(3)
  tab(titleOf(1)).focus()
  await user.keyboard('{Control>}{Shift>}{ArrowLeft}{/Shift}{/Control}')
  expect(titles()).toEqual(own(1, 0, 2))
  expect(document.activeElement).toBe(tab(titleOf(1)))
  await user.keyboard('{Control>}{Shift>}{ArrowLeft}{/Shift}{/Control}')
  expect(titles()).toEqual(own(1, 0, 2))
})

test('Shift W and the palette close the active tab; a capital W alone does not', async () => {
  const { user, titles } = await open(3)
  const offered = (label: string) => offeredActions().find((action) => action.label === label)
  const run = (label: string) => {
    const action = offered(label)
    if (action && 'run' in action) act(action.run)
  }
  await user.keyboard('W')
  expect(titles()).toEqual(own(0, 1, 2))
  expect(offered('Move this tab right')).toBeUndefined()
  run('Move this tab left')
  await waitFor(() => expect(titles()).toEqual(own(0, 2, 1)))
  expect(offered('Close tab')).toBeTruthy()
  await user.keyboard('{Shift>}W{/Shift}')
  await waitFor(() => expect(opened()).toEqual(own(0, 1)))
})

test('beyond seven tabs, moving and closing the active tab keep the focus in the bar', async () => {
  const { titles, tab, user } = await open(9)
  expect(titles()).toEqual(own(0, 1, 2, 3, 4, 5, 8))
  tab(titleOf(8)).focus()
  await user.keyboard('{Control>}{Shift>}{ArrowLeft}{/Shift}{/Control}')
  expect(titles()).toEqual(own(0, 1, 2, 3, 4, 8, 5))
  tab(titleOf(5)).focus()
  await user.keyboard('{Delete}')
  await waitFor(() => expect(titles()).toEqual(own(0, 1, 2, 3, 4, 8, 6)))
  await waitFor(() => expect(document.activeElement).toBe(tab(titleOf(6))))
})

test('with more than seven tabs, the bar leaves some out, but never the active one', async () => {
  const { titles, user, path, activate } = await open(9)
  expect(titles()).toEqual(own(0, 1, 2, 3, 4, 5, 8))
  const more = screen.getByRole('button', { name: 'All tabs' })
  expect(more.textContent).toBe('+2')
  activate(7)
  expect(titles()).toEqual(own(0, 1, 2, 3, 4, 5, 7))
  await user.click(more)
  await user.click(await screen.findByRole('menuitem', { name: titleOf(7) }))
  await waitFor(() => expect(path()).toBe(LISTS[7]?.path))
})

test('the window stores pinned and closed tabs', async () => {
  const { choose } = await open(3)
  await choose(titleOf(2), 'Pin')
  await choose(titleOf(0), 'Close')
  const stored = windowStorage.read('despatch.tabs') as { tabs: { id: string }[]; closed: { tab: { id: string } }[] }
  expect(stored.tabs.map(({ id }) => id)).toEqual([LISTS[2]?.path, LISTS[1]?.path])
  expect(stored.tabs[0]).toMatchObject({ isPinned: true })
  expect(stored.closed.map(({ tab }) => tab.id)).toEqual([LISTS[0]?.path])
})
