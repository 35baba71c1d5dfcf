import { TextInput } from '@mantine/core'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import { FormShell } from './form-shell.tsx'
import { useContractForm } from './use-contract-form.tsx'

const person = z.object({ name: z.string(), email: z.string() })
const LABELS = { name: 'name', email: 'email' }

/** The values and keys sent so far. `answer` settles the next save. */
let sent: { name: string; email: string; key: string }[] = []
let answer: () => Promise<void>
let ask: (() => Promise<void>) | undefined
beforeEach(() => {
  sent = []
  answer = () => Promise.resolve()
  ask = undefined
  openServer()
})

/** The form of a record, which stays open with the saved values. */
function Person() {
  const state = useContractForm({
    schema: person,
    initialValues: { name: 'Ada', email: '' },
    draftKey: 'person-1',
    labels: LABELS,
    ...(ask && { ask }),
    async onSubmit(values, key) {
      sent.push({ ...values, key })
      await answer()
      for (const field of ['name', 'email'] as const) state.prefill(field, values[field])
    },
  })
  return (
    <FormShell title="Person" state={state} saveLabel="Save">
      <TextInput key={state.form.key('name')} {...state.form.getInputProps('name')} label="Name" />
      <TextInput key={state.form.key('email')} {...state.form.getInputProps('email')} label="Email" />
    </FormShell>
  )
}

const load = () => openScreen('/person', { type: 'Internal User' }, Person)
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name)
const type = async (name: string, value: string) => fireEvent.change(await field(name), { target: { value } })
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))

/** Delays the next save until the returned function is called. */
function delaySave(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  answer = () => promise
  return resolve
}
const isSent = (times: number) => waitFor(() => expect(sent).toHaveLength(times))
const isSaved = () =>
  waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(false))

test('text typed during a save stays in the form, and is saved next', async () => {
  await load()
  await type('Name', 'Grace')
  const answered = delaySave()
  save()
  await isSent(1)
  await type('Email', 'grace@example.com')
  answered()
  await screen.findByText('Unsaved changes: email')
  expect((await field('Name')).value).toBe('Grace')
  expect((await field('Email')).value).toBe('grace@example.com')
  await isSaved()
  save()
  await isSent(2)
  expect(sent[1]).toMatchObject({ name: 'Grace', email: 'grace@example.com' })
  expect(sent[1]?.key).not.toBe(sent[0]?.key)
  await waitFor(() => expect(screen.queryByText(/^Unsaved changes/)).toBeNull())
})

test('a field changed back during a save keeps the old value as a new change', async () => {
  await load()
  await type('Name', 'Grace')
  const answered = delaySave()
  save()
  await isSent(1)
  await type('Name', 'Ada')
  answered()
  await isSaved()
  expect((await field('Name')).value).toBe('Ada')
  screen.getByText('Unsaved changes: name')
})

test('text typed into a form reopened during a save stays', async () => {
  const { go } = await load()
  await type('Name', 'Grace')
  const answered = delaySave()
  save()
  await isSent(1)
  await go('/elsewhere')
  await screen.findByText('Went to /elsewhere')
  await go('/person')
  await screen.findByText(/were sent but not confirmed/)
  await type('Email', 'grace@example.com')
  answered()
  await waitFor(() => expect(screen.queryByText(/were sent but not confirmed/)).toBeNull())
  expect((await field('Email')).value).toBe('grace@example.com')
  await isSaved()
  save()
  await isSent(2)
  expect(sent[1]).toMatchObject({ name: 'Grace', email: 'grace@example.com' })
  expect(sent[1]?.key).not.toBe(sent[0]?.key)
})

test('only later changes count as changed if the form does not take the saved record', async () => {
  function Versioned() {
    const state = useContractForm({
      schema: person.extend({ version: z.number() }),
      initialValues: { name: 'Ada', email: '', version: 1 },
      draftKey: 'person-2',
      labels: LABELS,
      onSubmit: () => answer(),
    })
    return (
      <FormShell title="Person" state={state} saveLabel="Save">
        <TextInput key={state.form.key('name')} {...state.form.getInputProps('name')} label="Name" />
        <TextInput key={state.form.key('email')} {...state.form.getInputProps('email')} label="Email" />
      </FormShell>
    )
  }
  await openScreen('/person', { type: 'Internal User' }, Versioned)
  await type('Name', 'Grace')
  const answered = delaySave()
  save()
  await type('Email', 'grace@example.com')
  answered()
  await screen.findByText('Unsaved changes: email')
  expect((await field('Name')).value).toBe('Grace')
  expect((await field('Email')).value).toBe('grace@example.com')
})

test('a map keeps its saved entries beside one changed during the save', async () => {
  const rights: object[] = []
  function Role() {
    const state = useContractForm({
      schema: z.object({ rights: z.record(z.string(), z.boolean()), version: z.number() }),
      initialValues: { rights: { read: true, hold: false, cancel: false }, version: 1 },
      draftKey: 'role-1',
      labels: { rights: 'rights' },
      async onSubmit(values) {
        rights.push(values.rights)
        await answer()
      },
    })
    const set = (part: Record<string, boolean>) =>
      state.form.setFieldValue('rights', { ...state.form.getValues().rights, ...part })
    return (
      <FormShell title="Role" state={state} saveLabel="Save">
        <button type="button" onClick={() => set({ hold: true })}>
          Hold
        </button>
        <button type="button" onClick={() => set({ cancel: true })}>
          Cancel orders
        </button>
      </FormShell>
    )
  }
  await openScreen('/role', { type: 'Internal User' }, Role)
  fireEvent.click(await screen.findByRole('button', { name: 'Hold' }))
  const answered = delaySave()
  save()
  await waitFor(() => expect(rights).toHaveLength(1))
  fireEvent.click(screen.getByRole('button', { name: 'Cancel orders' }))
  answered()
  await isSaved()
  save()
  await waitFor(() => expect(rights).toHaveLength(2))
  expect(rights[1]).toEqual({ read: true, hold: true, cancel: true })
})

test('a draft whose question was cancelled does not count as sent', async () => {
  const { promise, reject } = Promise.withResolvers<void>()
  ask = () => promise
  const { go } = await load()
  await type('Name', 'Grace')
  save()
  const leaveAndComeBack = async () => {
    await go('/elsewhere')
    await screen.findByText('Went to /elsewhere')
    await go('/person')
    await screen.findByText('Your earlier draft has been restored.')
  }
  // Before and after the question is cancelled.
  await leaveAndComeBack()
  reject(new DOMException('Not now', 'AbortError'))
  await leaveAndComeBack()
  expect(sent).toEqual([])
})

test('a draft whose save was aborted does not count as sent', async () => {
  answer = () => Promise.reject(new DOMException('Not now', 'AbortError'))
  const { go } = await load()
  await type('Name', 'Grace')
  save()
  await isSent(1)
  await isSaved()
  await go('/elsewhere')
  await screen.findByText('Went to /elsewhere')
  await go('/person')
  await screen.findByText('Your earlier draft has been restored.')
})
