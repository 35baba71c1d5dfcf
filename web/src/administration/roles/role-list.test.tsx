import { type Role, roles } from '@despatch/contract/administration/roles/roles'
import { SEES_EVERYTHING } from '@despatch/domain/administration/clients/visibility'
import { permissionTree } from '@despatch/domain/administration/roles/permissions'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../testing/fake-server.ts'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import type { SignInOptions } from '../../testing/sign-in.ts'

const ROLES = '/setup-and-control/user-administration/roles-and-permissions'
const DELETED = 'Data deleted successfully.'
const ADMINISTRATOR: SignInOptions = { type: 'Internal Administrator', clients: ['ACME'] }

const role = (_id: string, code: string, users = 0): Role => ({
  _id,
  code,
  name: `Name of ${code}`,
  client: 'ACME',
  type: 'Client User',
  active: true,
  isIForce: false,
  isAdministrator: false,
  iforce_user: false,
  mfaRequired: false,
  version: 1,
  users,
  sees: SEES_EVERYTHING,
})

/** A server that searches roles by code, with pages, and refuses to delete roles with users. */
function serverWith(...all: Role[]) {
  const server = openServer()
  let kept = all
  server.answer(roles.list, ({ query: { id, search = '', page = 1, limit = 10 } }) => {
    const permissions = permissionTree((leaf) => leaf.startsWith('orderManagement.')) as Role['permissions']
    if (id) return { roles: kept.filter(({ _id }) => _id === id).map((one) => ({ ...one, permissions })), total: 1 }
    const found = kept.filter(({ code }) => code.includes(search.toUpperCase()))
    return { roles: found.slice((page - 1) * limit, page * limit), total: found.length }
  })
  server.answer(roles.remove, ({ query: { ids = '' } }) => {
    const going = kept.filter(({ _id }) => String(ids).split(',').includes(_id))
    if (going.some(({ users }) => users > 0)) return refusal('in_use', 'Users have HELD: none was deleted')
    kept = kept.filter((one) => !going.includes(one))
    return { message: DELETED, deleted: going.length }
  })
  server.answer(roles.types, { types: [] })
  return server
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const rowOf = (code: string) => screen.getByRole('link', { name: code }).closest('tr') as HTMLElement
const choose = (code: string) => fireEvent.click(within(rowOf(code)).getByRole('checkbox'))
const asked = (server: ReturnType<typeof serverWith>) => server.callsTo(roles.list).at(-1)?.query

test('the address follows the search, and the search the address', async () => {
  const server = serverWith(role('1', 'PICKER'), role('2', 'LOADER'))
  const { search, go } = await openScreen(ROLES, ADMINISTRATOR)
  await screen.findByText('2 roles')
  fireEvent.change(screen.getByLabelText(/^Code or name/), { target: { value: 'pick' } })
  await screen.findByText('1 role')
  expect(search()).toMatchObject({ search: 'pick' })
  expect(screen.queryByRole('link', { name: 'LOADER' })).toBeNull()
  await go(`${ROLES}?search=load&sort=name&order=desc`)
  await screen.findByRole('link', { name: 'LOADER' })
  expect(asked(server)).toMatchObject({ search: 'load', sort: 'name', desc: true, page: 1 })
  await go(`${ROLES}?search=nothing`)
  await screen.findByText('0 roles')
  fireEvent.click(button('Clear the filters'))
  await screen.findByText('2 roles')
  expect(search()).not.toHaveProperty('search')
})

test('a role with users is refused in the dialog; others are deleted', async () => {
  serverWith(role('1', 'HELD', 1), role('2', 'FREE'))
  await openScreen(ROLES, ADMINISTRATOR)
  await screen.findByText('2 roles')
  choose('HELD')
  choose('FREE')
  fireEvent.click(await screen.findByRole('button', { name: 'Delete…' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(/^1 user has HELD: Name of HELD/)
  fireEvent.click(dialog.getByRole('button', { name: 'Delete 2 roles' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('Users have HELD: none was deleted')
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  choose('HELD')
  fireEvent.click(button('Delete…'))
  fireEvent.click(await screen.findByRole('button', { name: 'Delete the role' }))
  await screen.findByText(DELETED)
  await waitFor(() => expect(screen.queryByRole('link', { name: 'FREE' })).toBeNull())
})

test('a role that a colleague changed is deleted after the list was refreshed', async () => {
  const server = serverWith(role('1', 'FREE'))
  let version = 1
  server.answer(roles.list, () => ({ roles: [{ ...role('1', 'FREE'), version }], total: 1 }))
  server.answer(roles.remove, ({ query: { versions } }) =>
    versions === String(version)
      ? { message: DELETED, deleted: 1 }
      : refusal('version_conflict', 'Someone else saved FREE'),
  )
  await openScreen(ROLES, ADMINISTRATOR)
  await screen.findByText('1 role')
  choose('FREE')
  fireEvent.click(await screen.findByRole('button', { name: 'Delete…' }))
  version = 2
  fireEvent.click(await screen.findByRole('button', { name: 'Delete the role' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('Someone else saved FREE')
  await waitFor(() => expect(server.callsTo(roles.list).length).toBeGreaterThan(1))
  fireEvent.click(dialog.getByRole('button', { name: 'Delete the role' }))
  await screen.findByText(DELETED)
  expect(server.callsTo(roles.remove).map(({ query }) => query)).toEqual([
    { ids: '1', versions: '1' },
    { ids: '1', versions: '2' },
  ])
})

test('only one role at a time can be copied', async () => {
  serverWith(role('1', 'HELD'), role('2', 'FREE'))
  const { search } = await openScreen(ROLES, ADMINISTRATOR)
  await screen.findByText('2 roles')
  choose('HELD')
  choose('FREE')
  await waitFor(() => expect(button('Copy').disabled).toBe(true))
  choose('FREE')
  await waitFor(() => expect(button('Copy').disabled).toBe(false))
  fireEvent.click(button('Copy'))
  await waitFor(() => expect(search()).toMatchObject({ role: 'new', copy: '1' }))
})

test('without Edit, adding, copying and deleting are disabled with the reason', async () => {
  serverWith(role('1', 'PICKER'))
  await openScreen(ROLES, { ...ADMINISTRATOR, holds: (_leaf, right) => right !== 'Edit' })
  await screen.findByText('1 role')
  expect(button('Add role').disabled).toBe(true)
  await screen.findByText("You need 'Edit' on Roles & Permissions. Ask your administrator.")
  choose('PICKER')
  await waitFor(() => expect([button('Copy').disabled, button('Delete…').disabled]).toEqual([true, true]))
})

test('a refused list shows the reason, and no count', async () => {
  const server = serverWith()
  server.answer(roles.list, refusal('wrong_client', 'You don’t have access to this client.'))
  await openScreen(ROLES, ADMINISTRATOR)
  await waitFor(() => expect(screen.getAllByText('You don’t have access to this client.').length).toBeGreaterThan(0))
  expect(screen.queryByText(/^Counting/)).toBeNull()
  expect(screen.queryByText(/^\d+ roles?$/)).toBeNull()
})
