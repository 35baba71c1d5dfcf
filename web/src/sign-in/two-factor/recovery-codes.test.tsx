import { session as calls } from '@despatch/contract/sign-in/session'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import { SecondFactorDialog } from './second-factor-dialog.tsx'

const ASKED = 'These codes won’t be shown again. Have you saved them?'

test('recovery codes close only after the user confirms that they are stored, even on Esc', async () => {
  const server = openServer()
  const onClose = vi.fn<() => void>()
  server.answer(calls.confirmPassword, { message: 'Confirmed' })
  server.answer(calls.generateOneTimeCodes, { base32: 'A'.repeat(32), otpauth_url: 'otpauth://totp/ada?secret=AAAA' })
  server.answer(calls.verifyOneTimeCode, {
    _id: '1',
    access_token: 'a token',
    message: 'Two-Factor Auth Enabled Successfully!',
    otp_enabled: true,
    otp_verified: true,
    recoveryCodes: ['one-code', 'another-code'],
  })
  const { user } = await openScreen('/home', {}, () => <SecondFactorDialog opened onClose={onClose} />)
  await user.click(await screen.findByRole('button', { name: 'Set it up' }))
  await user.type(await screen.findByLabelText('Password'), 'a quiet bay')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await user.type(await screen.findByRole('textbox', { name: 'Code' }), '123456')
  const dialog = within(await screen.findByRole('dialog', { name: 'Save your recovery codes' }))
  expect(dialog.queryByText(ASKED)).toBeNull()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  await dialog.findByText(ASKED)
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(dialog.getByText('another-code')).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
  await user.click(dialog.getByRole('button', { name: 'I have saved them' }))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})
