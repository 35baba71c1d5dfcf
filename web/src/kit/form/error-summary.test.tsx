import { TextInput } from '@mantine/core'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import { FormShell } from './form-shell.tsx'
import { useContractForm } from './use-contract-form.tsx'

const person = z.object({ name: z.string().min(1, 'Enter a name'), email: z.string().min(1, 'Enter an email') })

function Person() {
  const state = useContractForm({
    schema: person,
    initialValues: { name: '', email: '' },
    draftKey: 'person-2',
    labels: {},
    onSubmit: () => Promise.resolve(),
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
  const { user } = await openScreen('/person', {}, Person)
  await save()
  const summary = await screen.findByRole('group', { name: 'There is a problem' })
  await waitFor(() => expect(document.activeElement).toBe(summary))
  expect(document.title).toBe('Error: Person - Despatch')
  await user.click(screen.getByRole('button', { name: 'Enter an email' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Email'))
  type('Name', 'Ada')
  await waitFor(() => expect(screen.queryByRole('group', { name: 'There is a problem' })).toBeNull())
  type('Email', 'ada@example.com')
  await waitFor(() => expect(document.title).toBe('Person - Despatch'))
})

test('a single problem has the focus at its field', async () => {
  await openScreen('/person', {}, Person)
  await screen.findByLabelText('Name')
  type('Name', 'Ada')
  await save()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email')))
  expect(screen.queryByRole('group', { name: 'There is a problem' })).toBeNull()
  expect(document.title).toBe('Error: Person - Despatch')
})
