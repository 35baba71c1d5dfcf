import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openScreen } from '../../testing/open-portal.tsx'
import { screenAt } from '../navigation/screens.ts'
import { ShortcutList } from './shortcut-list.tsx'
import { SHORTCUTS } from './shortcuts.ts'

const Page = () => <ShortcutList opened onClose={vi.fn<() => void>()} />

async function listed(who: Parameters<typeof openScreen>[1]) {
  await openScreen('/home', who, Page)
  const list = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  return [...list.querySelectorAll('dt')].map(({ textContent }) => textContent)
}

test('a client’s user sees no shortcuts to screens and actions they lack permission for', async () => {
  const shown = await listed({ holds: (leaf) => leaf === 'reportsAndEnquiries.orderAndReturnsEnquiry' })
  expect(shown).toEqual(expect.arrayContaining(['Go to Order & Returns Enquiry', 'Open the row']))
  expect(shown.filter((does) => does?.startsWith('Go to ') && does !== 'Go to the filter')).toEqual([
    'Go to Home',
    'Go to Order & Returns Enquiry',
  ])
  for (const does of ['Suspend', 'Amend', 'Cancel', 'Accept', 'Release. In View New Orders, release all listed'])
    expect(shown).not.toContain(does)
})

test('an administrator sees all shortcuts', async () => {
  const all = SHORTCUTS.flatMap(({ shortcuts }) => shortcuts.map(({ does }) => does))
  expect(await listed({ type: 'Internal Administrator' })).toEqual(all)
})

test('each path of a shortcut belongs to a screen that exists', () => {
  const paths = SHORTCUTS.flatMap(({ shortcuts }) => shortcuts.flatMap(({ paths: of = [] }) => of))
  expect(paths.filter((path) => path !== '/home' && !screenAt(path))).toEqual([])
})
