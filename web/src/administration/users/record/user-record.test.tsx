import { activity } from '@despatch/contract/administration/user-activity/activity'
import { type Role, roles } from '@despatch/contract/administration/roles/roles'
import type { User } from '@despatch/contract/administration/users/user'
import { users } from '@despatch/contract/administration/users/users'
import { session } from '@despatch/contract/sign-in/session'
import { SEES_EVERYTHING } from '@despatch/domain/administration/clients/visibility'
import { permissionTree } from '@despatch/domain/administration/roles/permissions'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../../testing/fake-server.ts'
import { openScreen, openServer } from '../../../testing/open-portal.tsx'
import type { SignInOptions } from '../../../testing/sign-in.ts'

const MANAGE = '/setup-and-control/user-administration/manage-users'
const UPDATED = 'Data updated successfully.'
const ADMINISTRATOR: SignInOptions = { type: 'Internal Administrator', clients: ['ACME'] }

const LOADER: Role = {
  _id: '5',
  code: 'LOADER',
  name: 'Loader',
  client: 'ACME',
  type: 'Client User',
  active: true,
  isIForce: false,
  isAdministrator: false,
  iforce_user: false,
  mfaRequired: false,
  version: 1,
  users: 1,
  sees: SEES_EVERYTHING,
  permissions: permissionTree((leaf) => leaf.startsWith('orderManagement.')) as Role['permissions'],
}
const GRACE: User = {
  _id: '900',
  username: 'grace',
  first_name: 'Grace',
  last_name: 'Hopper',
  email: '',
  phone_number: '',
  power_bi_username: '',
  domain_username: '',
  active: true,
  lock: false,
  client: [{ code: 'ACME', name: 'Client ACME' }],
  created_on: '2026-03-02T09:00:00.000Z',
  last_login: null,
  is_login: false,
  role: { _id: '5', code: 'LOADER', name: 'Loader', iforce_user: false },
  otp_enabled: false,
  isTemporaryPassword: false,
  hasPassword: true,
  version: 3,
}

/** A server with one user, whose changes it stores. */
function serverWith(given: Partial<User> = {}) {
  const server = openServer()
  let kept: User | undefined = { ...GRACE, ...given }
  const change = (next: Partial<User>) => (kept = { ...GRACE, ...kept, ...next })
  server.answer(users.list, () => ({ users: kept ? [kept] : [], total: kept ? 1 : 0 }))
  server.answer(session.sessions, { sessions: [] })
  server.answer(users.exist, { exists: false, message: '' })
  server.answer(roles.list, { roles: [LOADER], total: 1 })
  server.answer(activity.history, { activity: [], hasMore: false })
  server.answer(users.update, ({ body: { version, first_name = '', phone_number = '', email = '' } }) => {
    if (version !== kept?.version) return refusal('version_conflict', 'Someone changed this user meanwhile')
    return { message: UPDATED, user: change({ first_name, phone_number, email, version: (kept?.version ?? 0) + 1 }) }
  })
  server.answer(users.remove, () => {
    kept = undefined
    return { message: 'Data deleted successfully.', deleted: 1 }
  })
  return { server, change }
}

const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' })
const fill = (name: string | RegExp, value: string) => fireEvent.change(field(name), { target: { value } })
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const opened = () => screen.findByRole('heading', { name: 'User grace', level: 1 })

test('a missing username is reported as missing; an invalid one gets the rule', async () => {
  serverWith()
  await openScreen(`${MANAGE}?user=new`, ADMINISTRATOR)
  await screen.findByLabelText('First name')
  fill('First name', 'Ann')
  fireEvent.click(button('Create user'))
  await screen.findByRole('button', { name: 'Enter a username' })
  fill('Username', 'no spaces')
  fireEvent.click(button('Create user'))
  await screen.findByRole('button', { name: /^A username is 1 to 100 letters.* or @$/ })
})

test('a taken username is reported, and so is a free one', async () => {
  const { server } = serverWith()
  server.answer(users.exist, ({ query: { username } }) =>
    username === 'grace'
      ? { exists: true, message: 'The username grace is taken: choose another' }
      : { exists: false, message: '' },
  )
  const { user } = await openScreen(`${MANAGE}?user=new`, ADMINISTRATOR)
  await screen.findByLabelText('First name')
  fill('Username', 'grace')
  await screen.findByText(/The username grace is taken/)
  await user.type(field('Username'), '2')
  await screen.findByText('This username is available')
})

test('a changed password is shown once for handing over', async () => {
  const { server } = serverWith()
  await openScreen(`${MANAGE}?user=900`, ADMINISTRATOR)
  await opened()
  fill('Temporary password', 'a quiet loading bay')
  await screen.findByText('Unsaved changes: temporary password')
  fireEvent.click(button('Save'))
  const handed = within(await screen.findByRole('dialog', { name: 'Temporary password of grace' }))
  expect(handed.getByLabelText<HTMLInputElement>('The password').value).toBe('a quiet loading bay')
  expect(server.callsTo(users.update)[0]?.body).toMatchObject({ password: 'a quiet loading bay', version: 3 })
  // Esc must not close it unread.
  for (let times = 0; times < 2; times += 1) fireEvent.keyDown(document.body, { key: 'Escape' })
  await handed.findByText(/The password has not been copied, and is never shown again/)
  fireEvent.click(handed.getByRole('button', { name: 'Go back' }))
  expect(handed.getByLabelText<HTMLInputElement>('The password').value).toBe('a quiet loading bay')
  fireEvent.click(handed.getByRole('button', { name: 'I have kept it' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.body.innerHTML).not.toContain('a quiet loading bay')
  expect(field('Temporary password').value).toBe('')
})

test('leaving with a temporary password asks, because drafts do not store it', async () => {
  serverWith()
  const { go, path } = await openScreen(`${MANAGE}?user=900`, ADMINISTRATOR)
  await opened()
  fill('Temporary password', 'a quiet loading bay')
  await screen.findByText('Unsaved changes: temporary password')
  void go('/elsewhere')
  const asked = within(await screen.findByRole('dialog', { name: 'Leave User grace?' }))
  asked.getByText(/but not the temporary password\.$/)
  expect(path()).toBe(MANAGE)
  fireEvent.click(asked.getByRole('button', { name: 'Discard and leave' }))
  await screen.findByText('Went to /elsewhere')
})

test('a colleague’s changes are shown by field, and nothing is lost', async () => {
  const { server, change } = serverWith()
  await openScreen(`${MANAGE}?user=900`, ADMINISTRATOR)
  await opened()
  fill('First name', 'Mine')
  fill(/^Email/, 'mine@example.com')
  change({ first_name: 'Theirs', phone_number: '0123', version: 4 })
  fireEvent.click(button('Save'))
  const table = within(await screen.findByRole('table', { name: 'Conflicting changes' }))
  expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Field'),
    expect.stringMatching(/^First name.*Mine.*Theirs/),
    expect.stringMatching(/^Phone number.*0123/),
  ])
  const choice = table.getByRole('radiogroup', { name: 'Keep for First name' })
  fireEvent.click(within(choice).getByText('Theirs'))
  fireEvent.click(button('Continue'))
  await waitFor(() => expect(field('First name').value).toBe('Theirs'))
  expect(field(/^Phone number/).value).toBe('0123')
  fireEvent.click(button('Save'))
  await screen.findByText(UPDATED)
  expect(server.callsTo(users.update).at(-1)?.body).toMatchObject({
    first_name: 'Theirs',
    email: 'mine@example.com',
    phone_number: '0123',
    version: 4,
  })
})

test('a double click deletes once; after a refusal the button works again', async () => {
  const { server } = serverWith()
  const { search } = await openScreen(`${MANAGE}?user=900`, ADMINISTRATOR)
  await opened()
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof refusal>>()
  server.answer(users.remove, () => promise)
  fireEvent.click(button('Delete user…'))
  const confirm = await screen.findByRole('button', { name: 'Delete the user' })
  // Both clicks come before the next render, as from a fast hand or on a slow machine.
  confirm.click()
  confirm.click()
  resolve(refusal('in_use', 'They are needed.'))
  await within(screen.getByRole('dialog')).findByText('They are needed.')
  expect(server.callsTo(users.remove).map(({ query }) => query)).toEqual([{ ids: '900', versions: '3' }])
  server.answer(users.remove, { message: 'Data deleted successfully.', deleted: 1 })
  fireEvent.click(button('Delete the user'))
  await screen.findByText('Data deleted successfully.')
  await waitFor(() => expect(search()).not.toHaveProperty('user'))
})

test('without Edit a user is read-only, with the reason', async () => {
  serverWith()
  const { go } = await openScreen(`${MANAGE}?user=900`, { ...ADMINISTRATOR, holds: (_leaf, right) => right !== 'Edit' })
  await screen.findByText(
    /You can view this user, but not change them\. You need 'Edit' on Manage Users\. Ask your administrator./,
  )
  // Without an email.
  const [inSight] = document.querySelectorAll('dl')
  expect([...(inSight?.querySelectorAll('dt') ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Name',
    'Role',
    'Clients',
    'Last sign-in',
    'Password',
    'Two-factor',
  ])
  screen.getByText('Active')
  screen.getByRole('region', { name: 'Sessions' })
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(button('Delete user…').disabled).toBe(true)
  await go(`${MANAGE}?user=new`)
  await screen.findByText(/You can view users but not add them\./)
})

test('a user with a more powerful role is read-only, and such roles are not offered', async () => {
  serverWith()
  const holds: SignInOptions['holds'] = (leaf) =>
    leaf.startsWith('setUpAndControl') || leaf === 'orderManagement.createNewOrder'
  const { go, user } = await openScreen(`${MANAGE}?user=900`, { type: 'Client Administrator', holds })
  await screen.findByText(/You can view this user, but not change them\. .*more than your own access/)
  expect(screen.queryByLabelText('First name')).toBeNull()
  await go(`${MANAGE}?user=new`)
  await screen.findByLabelText('First name')
  await user.click(screen.getByRole('combobox', { name: 'Role' }))
  const option = await screen.findByRole('option', { name: /This is more than your own access/ })
  expect(option.getAttribute('data-combobox-disabled')).toBe('true')
})

test('a user who does not exist is reported', async () => {
  const { server } = serverWith()
  server.answer(users.list, refusal('not_found', 'User not found.'))
  await openScreen(`${MANAGE}?user=900`, ADMINISTRATOR)
  await screen.findByText(/^User not found\./)
})
