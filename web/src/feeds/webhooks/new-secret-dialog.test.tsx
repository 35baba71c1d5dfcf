import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { openScreen } from '../../testing/open-portal.tsx'
import { type NewSecret, NewSecretDialog } from './new-secret-dialog.tsx'

const NOT_COPIED = 'The secret has not been copied, and is never shown again.'

async function open() {
  function Page() {
    const [newSecret, setNewSecret] = useState<NewSecret | undefined>({ name: 'Till', secret: 's3cret' })
    return <NewSecretDialog newSecret={newSecret} onClose={() => setNewSecret(undefined)} />
  }
  const { user } = await openScreen('/home', {}, Page)
  const dialog = within(await screen.findByRole('dialog', { name: 'Secret of Till' }))
  return {
    user,
    dialog,
    escape: () => fireEvent.keyDown(document.body, { key: 'Escape' }),
    isClosed: () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull()),
  }
}

test('closing an uncopied secret with Esc or the cross asks first', async () => {
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

test('a copied secret closes without a question', async () => {
  const first = await open()
  await first.user.click(first.dialog.getByRole('button', { name: 'Copy' }))
  await first.dialog.findByRole('button', { name: 'Copied' })
  first.escape()
  await first.isClosed()
})

test('a secret selected and copied by hand closes without a question', async () => {
  const { user, dialog, escape, isClosed } = await open()
  await user.click(dialog.getByLabelText('The secret'))
  dialog.getByLabelText<HTMLInputElement>('The secret').select()
  await user.copy()
  escape()
  await isClosed()
})

test('if the browser refuses to copy, closing still asks', async () => {
  const { user, dialog, escape } = await open()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Write permission denied.'))
  await user.click(dialog.getByRole('button', { name: 'Copy' }))
  await dialog.findByText('The browser did not allow copying. Select it and press Ctrl C.')
  escape()
  await dialog.findByText(NOT_COPIED)
})
