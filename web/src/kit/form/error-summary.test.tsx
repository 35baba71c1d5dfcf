import { TextInput } from '@mantine/core'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { ApiError } from '../server/api-error.ts'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import { FormShell } from './form-shell.tsx'
import { useContractForm } from './use-contract-form.tsx'

const person = z.object({ name: z.string().min(1, 'Enter a name'), email: z.string().min(1, 'Enter an email') })

const saved = () => Promise.resolve()

function Person({ onSubmit = saved }: { readonly onSubmit?: () => Promise<void> }) {
  const state = useContractForm({
    schema: person,
    initialValues: { name: '', email: '' },
    draftKey: 'person-2',
    labels: {},
    onSubmit,
  })
  return (
    <FormShell title="Person" state={state} saveLabel="Save">
      <TextInput key={state.form.key('name')} {...state.form.getInputProps('name')} label="Name" />
      <TextInput key={state.form.key('email')} {...state.form.getInputProps('email')} label="Email" />
    </FormShell>
  )
}

beforeEach(() => {
  openServer()
  document.title = 'Person - Despatch'
})

const save = async () => fireEvent.click(await screen.findByRole('button', { name: 'Save' }))
const type = (name: string, value: string) => {
  fireEvent.change(screen.getByLabelText(name), { target: { value } })
  fireEvent.blur(screen.getByLabelText(name))
}

test('several problems are listed with links, and the title says so until they are solved', async () => {
  const { user } = await openScreen('/person', {}, () => <Person />)
  await save()
  const summary = await screen.findByRole('group', { name: 'There is a problem' })
  await waitFor(() => expect(document.activeElement).toBe(summary))
  expect(document.title).toBe('Error: Person - Despatch')
  await user.click(screen.getByRole('button', { name: 'Enter an email' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Email'))
  type('Name', 'Ada')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Enter a name' })).toBeNull())
  type('Email', 'ada@example.com')
  await waitFor(() => expect(screen.queryByRole('group', { name: 'There is a problem' })).toBeNull())
  expect(document.title).toBe('Person - Despatch')
})

test('a single problem is listed too, and its field has the focus', async () => {
  await openScreen('/person', {}, () => <Person />)
  await screen.findByLabelText('Name')
  type('Name', 'Ada')
  await save()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email')))
  const summary = within(screen.getByRole('group', { name: 'There is a problem' }))
  expect(summary.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Enter an email'])
  expect(screen.getAllByText('Enter an email')).toHaveLength(2)
  expect(document.title).toBe('Error: Person - Despatch')
})

test('refusals without a field are plain text, and are also said beside the summary', async () => {
  const message = 'The account is closed'
  const fields = [
    { path: 'account', message },
    { path: 'email', message: 'This email is taken' },
  ]
  const refuse = () => Promise.reject(new ApiError(422, { code: 'unprocessable', message, fields }))
  await openScreen('/person', {}, () => <Person onSubmit={refuse} />)
  await screen.findByLabelText('Name')
  type('Name', 'Ada')
  type('Email', 'ada@example.com')
  await save()
  const summary = within(await screen.findByRole('group', { name: 'There is a problem' }))
  summary.getByRole('button', { name: 'This email is taken' })
  summary.getByText('The account is closed')
  expect(summary.queryByRole('button', { name: 'The account is closed' })).toBeNull()
  expect((await screen.findByRole('alert')).textContent).toContain('The account is closed')
})
