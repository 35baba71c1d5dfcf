import { TextInput } from '@mantine/core'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import { useDialogDraft } from '../form/use-dialog-draft.ts'
import { ApiError } from '../server/api-error.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** What each attempt sent. */
let sent: { reason: string; version: number; key: string }[] = []
let answer: () => Promise<void>
beforeEach(() => {
  sent = []
  answer = () => Promise.resolve()
  openServer()
})

/** A record whose version another window raises, and a dialog that asks for a reason. */
function DialogPage() {
  const [isOpen, setIsOpen] = useState(false)
  const [version, setVersion] = useState(1)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      <button type="button" onClick={() => setVersion(version + 1)}>
        Someone changes it
      </button>
      <RefuseDialog opened={isOpen} version={version} onClose={() => setIsOpen(false)} />
    </>
  )
}

type RefuseDialogProps = { readonly opened: boolean; readonly version: number; readonly onClose: () => void }

function RefuseDialog({ opened, version, onClose }: RefuseDialogProps) {
  const draft = useDialogDraft('refuse A-1', opened, { reason: '' }, version)
  const { reason } = draft.values
  return (
    <ConfirmDialog
      opened={opened}
      title="Refuse it?"
      confirmLabel="Refuse"
      draft={draft}
      onConfirm={async () => {
        const body = { reason, version: draft.seen }
        sent.push({ ...body, key: draft.markSent() })
        await answer()
      }}
      onClose={onClose}
    >
      <TextInput label="Reason" value={reason} onChange={(event) => draft.set({ reason: event.currentTarget.value })} />
    </ConfirmDialog>
  )
}

const field = () => screen.findByLabelText<HTMLInputElement>('Reason')
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const open = async () => {
  fireEvent.click(await screen.findByText('Open'))
  return field()
}
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const typeAndEscape = async (text: string) => {
  fireEvent.change(await open(), { target: { value: text } })
  fireEvent.keyDown(await field(), { key: 'Escape' })
  await isClosed()
}
const load = () => openScreen('/form', { type: 'Internal User' }, DialogPage)

test('input is restored with a notice after Escape and after another page', async () => {
  const { go } = await load()
  await typeAndEscape('Fraud check')
  expect((await open()).value).toBe('Fraud check')
  screen.getByText('Your earlier draft has been restored.')
  // Another page, or a reload, starts from the draft stored in the window.
  await go('/elsewhere')
  await isClosed()
  await go('/form')
  expect((await open()).value).toBe('Fraud check')
})

test('Cancel and confirming clear the input', async () => {
  await load()
  fireEvent.change(await open(), { target: { value: 'Fraud check' } })
  press('Cancel')
  await isClosed()
  expect((await open()).value).toBe('')
  expect(screen.queryByText('Your earlier draft has been restored.')).toBeNull()
  fireEvent.change(await field(), { target: { value: 'Fraud check' } })
  press('Refuse')
  await isClosed()
  expect((await open()).value).toBe('')
})

test('sends the version shown on opening, and after a conflict the present one', async () => {
  await load()
  fireEvent.change(await open(), { target: { value: 'Worn' } })
  fireEvent.click(screen.getByText('Someone changes it'))
  answer = () =>
    Promise.reject(
      new ApiError(409, { code: 'version_conflict', message: 'Return A-1 changed since you looked at it.' }),
    )
  press('Refuse')
  await screen.findByText('Return A-1 changed since you looked at it.')
  answer = () => Promise.resolve()
  press('Refuse')
  await isClosed()
  expect(sent.map(({ version }) => version)).toEqual([1, 2])
})

test('after a conflict, reopening the dialog sends the present version', async () => {
  await load()
  fireEvent.change(await open(), { target: { value: 'Worn' } })
  fireEvent.click(screen.getByText('Someone changes it'))
  answer = () => Promise.reject(new ApiError(409, { code: 'version_conflict', message: 'It changed.' }))
  press('Refuse')
  await screen.findByText('It changed.')
  fireEvent.keyDown(await field(), { key: 'Escape' })
  await isClosed()
  expect((await open()).value).toBe('Worn')
  answer = () => Promise.resolve()
  press('Refuse')
  await isClosed()
  expect(sent.map(({ version }) => version)).toEqual([1, 2])
})

test('an unanswered call is repeated with the same key, although the record has changed', async () => {
  const { go } = await load()
  fireEvent.change(await open(), { target: { value: 'Worn' } })
  answer = () => Promise.reject(new ApiError(0, { message: 'The server cannot be reached.' }))
  press('Refuse')
  await screen.findByText('The server cannot be reached.')
  await go('/elsewhere')
  await isClosed()
  await go('/form')
  fireEvent.click(await screen.findByText('Someone changes it'))
  await open()
  await screen.findByText(/were sent but not confirmed/)
  answer = () => Promise.resolve()
  press('Refuse')
  await isClosed()
  const [first, again] = sent
  expect(again).toEqual(first)
})

test('after a conflict it sends the first version read, not later ones', async () => {
  await load()
  fireEvent.change(await open(), { target: { value: 'Worn' } })
  answer = () => Promise.reject(new ApiError(409, { code: 'version_conflict', message: 'It changed.' }))
  press('Refuse')
  await screen.findByText('It changed.')
  fireEvent.click(screen.getByText('Someone changes it'))
  fireEvent.click(screen.getByText('Someone changes it'))
  press('Refuse')
  await waitFor(() => expect(sent.map(({ version }) => version)).toEqual([1, 2]))
})

test('input typed during the call is saved for next time, with a new key', async () => {
  await load()
  fireEvent.change(await open(), { target: { value: 'Worn' } })
  const { promise, resolve } = Promise.withResolvers<void>()
  answer = () => promise
  press('Refuse')
  await waitFor(() => expect(sent).toHaveLength(1))
  fireEvent.change(await field(), { target: { value: 'Worn and torn' } })
  resolve()
  await isClosed()
  expect((await open()).value).toBe('Worn and torn')
  screen.getByText('Your earlier draft has been restored.')
  press('Refuse')
  await isClosed()
  expect(sent[1]?.key).not.toBe(sent[0]?.key)
})

test('a refusal does not lose input typed during the call', async () => {
  await load()
  fireEvent.change(await open(), { target: { value: 'Worn' } })
  const { promise, reject } = Promise.withResolvers<void>()
  answer = () => promise
  press('Refuse')
  await waitFor(() => expect(sent).toHaveLength(1))
  fireEvent.change(await field(), { target: { value: 'Worn and torn' } })
  reject(new ApiError(409, { code: 'version_conflict', message: 'It changed.' }))
  await screen.findByText('It changed.')
  expect((await field()).value).toBe('Worn and torn')
  fireEvent.keyDown(await field(), { key: 'Escape' })
  await isClosed()
  expect((await open()).value).toBe('Worn and torn')
})

test('without browser storage, Escape keeps the input and its key', async () => {
  const full = () => {
    throw new DOMException('Full', 'QuotaExceededError')
  }
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: full, removeItem: full })
  await load()
  fireEvent.change(await open(), { target: { value: 'Worn' } })
  answer = () => Promise.reject(new ApiError(0, { message: 'The server cannot be reached.' }))
  press('Refuse')
  await screen.findByText('The server cannot be reached.')
  fireEvent.keyDown(await field(), { key: 'Escape' })
  await isClosed()
  expect((await open()).value).toBe('Worn')
  await screen.findByText(/were sent but not confirmed/)
  answer = () => Promise.resolve()
  press('Refuse')
  await isClosed()
  expect(sent[1]).toEqual(sent[0])
  expect((await open()).value).toBe('')
})
