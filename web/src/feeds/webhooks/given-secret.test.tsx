import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { openScreen } from '../../testing/open-portal.tsx'
import { type GivenSecret, GivenSecretDialog } from './given-secret.tsx'

const NOT_COPIED = 'The secret has not been copied, and is never shown again.'

async function open() {
  function Page() {
    const [given, setGiven] = useState<GivenSecret | undefined>({ name: 'Till', secret: 's3cret' })
    return <GivenSecretDialog given={given} onClose={() => setGiven(undefined)} />
  }
  const { user } = await openScreen('/home', {}, Page)
  const dialog = within(await screen.findByRole('dialog', { name: 'The secret of Till' }))
  return {
    user,
    dialog,
    escape: () => fireEvent.keyDown(document.body, { key: 'Escape' }),
    isClosed: () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull()),
  }
}

test('a secret that nobody has copied asks before it goes, by Esc and by the cross', async () => {
  const { user, dialog, escape, isClosed } = await open()
  escape()
  await dialog.findByText(NOT_COPIED)
  await user.click(dialog.getByRole('button', { name: 'Go back' }))
  expect(dialog.queryByText(NOT_COPIED)).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await dialog.findByText(NOT_COPIED)
  expect(dialog.getByLabelText<HTMLInputElement>('The secret').value).toBe('s3cret')
  await user.click(dialog.getByRole('button', { name: 'I have kept it' }))
  await isClosed()
})

test('one that is copied goes without a question', async () => {
  const first = await open()
  await first.user.click(first.dialog.getByRole('button', { name: 'Copy' }))
  await first.dialog.findByRole('button', { name: 'Copied' })
  first.escape()
  await first.isClosed()
})

test('a secret that is marked and copied by hand goes without a question', async () => {
  const { user, dialog, escape, isClosed } = await open()
  await user.click(dialog.getByLabelText('The secret'))
  dialog.getByLabelText<HTMLInputElement>('The secret').select()
  await user.copy()
  escape()
  await isClosed()
})

test('where the browser refuses to copy, it says so and still asks', async () => {
  const { user, dialog, escape } = await open()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Write permission denied.'))
  await user.click(dialog.getByRole('button', { name: 'Copy' }))
  await dialog.findByText('The browser did not allow copying. Select it, and press Ctrl C.')
  escape()
  await dialog.findByText(NOT_COPIED)
})
