import { users } from '@despatch/contract/administration/users/users'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import { SCREENS } from '../screens.ts'
import { HelpMenu } from './help-menu.tsx'

async function openHelp({ at = '/home', contact = '', isAdministrator = false } = {}) {
  const version = { version: '1.2.3', startedAt: '2026-11-28T08:00:00.000Z', contact }
  openServer().answer(users.version, version)
  const onShortcuts = vi.fn<() => void>()
  const shown = await openScreen(at, { type: 'Internal User', holds: () => isAdministrator }, () => (
    <HelpMenu onShortcuts={onShortcuts} />
  ))
  await shown.user.click(await screen.findByRole('button', { name: 'Help' }))
  const panel = await screen.findByRole('dialog', { name: 'Help' })
  await within(panel).findByText('Version 1.2.3')
  return { ...shown, panel, onShortcuts }
}

test.each(['/order-management/view-new-orders', '/invoice-reconciliation/invoice-details'])(
  'says what the screen of %s does',
  async (path) => {
    const { panel } = await openHelp({ at: path })
    const at = SCREENS.find((one) => one.path === path)
    const about = within(panel).getByRole('region', { name: 'What this screen does' })
    expect(about.textContent).toBe(`What this screen does${at?.title}${at?.purpose}`)
  },
)

test('names the operator’s contact, with a link to write to it', async () => {
  const { panel } = await openHelp({ contact: 'Despatch desk, desk@example.com, 020 7946 0000' })
  const questions = within(panel).getByRole('region', { name: 'Questions' })
  expect(questions.textContent).toContain('Despatch desk, desk@example.com, 020 7946 0000')
  expect(within(questions).getByRole('link').getAttribute('href')).toBe('mailto:desk@example.com')
})

test('sends users to their administrator if the operator names nobody', async () => {
  const { panel } = await openHelp()
  expect(within(panel).getByText('Ask your administrator.')).toBeDefined()
})

test('tells an administrator how to name a contact', async () => {
  const { panel } = await openHelp({ isAdministrator: true })
  within(panel).getByText(/set PORTAL_CONTACT/)
  expect(within(panel).queryByText('Ask your administrator.')).toBeNull()
})

test('closes and shows the keyboard shortcuts', async () => {
  const { panel, onShortcuts, user } = await openHelp()
  await user.click(within(panel).getByRole('button', { name: /Keyboard shortcuts/ }))
  expect(onShortcuts).toHaveBeenCalledOnce()
  expect(screen.queryByRole('dialog', { name: 'Help' })).toBeNull()
})
