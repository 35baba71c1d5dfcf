import { activity } from '@despatch/contract/administration/user-activity/activity'
import { clients } from '@despatch/contract/administration/clients/clients'
import { type Role, roles } from '@despatch/contract/administration/roles/roles'
import { users } from '@despatch/contract/administration/users/users'
import { DEFAULT_CLIENT_PARAMS } from '@despatch/domain/administration/clients/client-params'
import { DEFAULT_CLIENT_SETTINGS } from '@despatch/domain/administration/clients/client-settings'
import { SEES_EVERYTHING } from '@despatch/domain/administration/clients/visibility'
import { menuLeaves } from '@despatch/domain/administration/roles/menu'
import { holdsRight, permissionTree, type PermissionTree } from '@despatch/domain/administration/roles/permissions'
import { isAdministratorType, isInternalType, ROLE_TYPES } from '@despatch/domain/administration/roles/role-types'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../testing/fake-server.ts'
import { openScreen, openServer } from '../../testing/open-portal.tsx'
import type { SignInOptions } from '../../testing/sign-in.ts'

const ROLES = '/setup-and-control/user-administration/roles-and-permissions'
const ORDERS = 'orderManagement.createNewOrder'
const UPDATED = 'Data updated successfully.'
const ADMINISTRATOR: SignInOptions = { type: 'Internal Administrator', clients: ['ACME'] }

type Permissions = NonNullable<Role['permissions']>
const holding = (...args: Parameters<typeof permissionTree>) => permissionTree(...args) as Permissions
const ordering = holding((leaf) => leaf.startsWith('orderManagement.'))
const PICKER: Role = {
  _id: '5',
  code: 'PICKER',
  name: 'Picker',
  client: 'ACME',
  type: 'Client User',
  active: true,
  isIForce: false,
  isAdministrator: false,
  iforce_user: false,
  mfaRequired: false,
  version: 3,
  users: 0,
  sees: SEES_EVERYTHING,
  permissions: ordering,
}

/** A server with one role, which answers the defaults of each type and stores what is saved. */
function serverWith(given: Partial<Role> = {}, types: readonly Role['type'][] = ROLE_TYPES) {
  const server = openServer()
  let kept: Role = { ...PICKER, ...given }
  const change = (next: Partial<Role>) => (kept = { ...kept, ...next })
  server.answer(roles.list, () => ({ roles: [kept], total: 1 }))
  server.answer(roles.types, {
    types: types.map((type) => ({
      type,
      isIForce: isInternalType(type),
      isAdministrator: isAdministratorType(type),
      permissions: ordering,
    })),
  })
  server.answer(roles.exist, { message: '' })
  server.answer(activity.history, { activity: [], hasMore: false })
  server.answer(roles.update, ({ body: { version, ...body } }) => {
    if (version !== kept.version) return refusal('version_conflict', 'Someone else saved this role')
    return { message: UPDATED, role: change({ ...body, version: kept.version + 1 } as Partial<Role>) }
  })
  const saved = () => server.callsTo(roles.update).map(({ body }) => body)
  return { server, change, saved }
}

const box = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const ticked = (...names: string[]) => names.map((name) => box(name).checked)
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const items = (list: HTMLElement) => [...list.querySelectorAll('li')].map(({ textContent }) => textContent)
/** The input, and not the list of options with the same label. */
const INPUT = { selector: 'input' }
const SAVE = '{Control>}s{/Control}'

test('groups show all, some or none, open and close, and tick their entries', async () => {
  serverWith({ permissions: holding((leaf) => leaf === ORDERS) })
  const { user } = await openScreen(`${ROLES}?role=5`, ADMINISTRATOR)
  const group = await screen.findByLabelText<HTMLInputElement>('Edit, Order Management')
  expect(group.indeterminate).toBe(true)
  await user.click(group)
  expect(ticked('Enable, View New Orders', 'Edit, Order Management')).toEqual([true, true])
  await user.click(group)
  expect(ticked('Edit, Create New Order', 'Enable, Create New Order')).toEqual([false, true])

  const line = group.closest('tr')
  line?.focus()
  await user.keyboard('{ArrowLeft}')
  expect(line?.getAttribute('aria-expanded')).toBe('false')
  expect(screen.queryByLabelText('Enable, View New Orders')).toBeNull()
  await user.keyboard('{ArrowRight}')
  expect(line?.getAttribute('aria-expanded')).toBe('true')
})

test('rights that the user lacks are disabled with a reason; internal types are not offered', async () => {
  serverWith({}, ['Client Administrator', 'Client User'])
  const { user } = await openScreen(`${ROLES}?role=new`, {
    type: 'Client Administrator',
    holds: (leaf) => leaf.startsWith('setUpAndControl.userAdministration.') || leaf === ORDERS,
  })
  const prices = await screen.findByLabelText<HTMLInputElement>('Edit, Carrier Prices')
  await user.click(prices)
  expect(prices.checked).toBe(false)
  expect(prices.getAttribute('aria-disabled')).toBe('true')
  await screen.findByText('You don’t have this right, so you can’t grant it.')
  // A group is ticked as far as the user holds its rights.
  await user.click(box('Enable, Carrier Routing Control'))
  expect(ticked('Enable, Carrier Prices')).toEqual([false])
  await user.click(screen.getByRole('combobox', { name: 'Type' }))
  const offered = await screen.findAllByRole('option')
  expect(offered.map(({ textContent }) => textContent).filter((text) => text.includes('Internal'))).toEqual([])
})

test('a role that grants more than the user holds is read-only, with the reason', async () => {
  serverWith()
  await openScreen(`${ROLES}?role=5`, {
    type: 'Client Administrator',
    holds: (leaf) => leaf.startsWith('setUpAndControl.userAdministration.') || leaf === ORDERS,
  })
  await screen.findByText(/^This is more than your own access: View New Orders/)
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(box('Edit, View New Orders').getAttribute('aria-disabled')).toBe('true')
})

test('without Edit a role is read-only, and cannot be copied or deleted', async () => {
  serverWith()
  await openScreen(`${ROLES}?role=5`, { ...ADMINISTRATOR, holds: (_leaf, right) => right !== 'Edit' })
  await screen.findByText("You need 'Edit' on Roles & Permissions. Ask your administrator.")
  expect(button('Copy').disabled).toBe(true)
  expect(screen.queryByRole('button', { name: /^(?:Save|Delete…)$/ })).toBeNull()
})

test('‘View as this role’ shows menu, differences and affected users, and saves nothing', async () => {
  const { server, saved } = serverWith({ users: 1 })
  server.answer(users.list, { users: [], total: 1 })
  server.answer(clients.menuOptions, {
    client: 'ACME',
    version: 1,
    covered: menuLeaves().map(({ leaf }) => leaf),
    switchedOff: [],
  })
  server.answer(clients.params, { clientCode: 'ACME', params: DEFAULT_CLIENT_PARAMS })
  server.answer(clients.settings, { client: 'ACME', version: 1, settings: DEFAULT_CLIENT_SETTINGS })
  const { user } = await openScreen(`${ROLES}?role=5`, ADMINISTRATOR)
  await screen.findByLabelText('Enable, Create New Order')
  await user.click(box('Enable, Create New Order'))
  await user.click(box('Read Only, User Activity - Overview'))
  await user.click(button('View as this role'))
  const dialog = within(await screen.findByRole('dialog', { name: 'View as this role' }))
  const appear = await dialog.findByRole('list', { name: 'Screens that appear' })
  expect(items(appear)).toEqual(['User Activity - Overview'])
  expect(items(dialog.getByRole('list', { name: 'Screens that disappear' }))).toEqual(['Create New Order'])
  expect(dialog.getByRole('list', { name: 'Calls that disappear' }).textContent).toContain('POST /api/orders/create')
  const menu = within(dialog.getByRole('region', { name: 'The menu' }))
  menu.getByText('View New Orders')
  expect(menu.queryByText('Create New Order')).toBeNull()
  dialog.getByText(/^It applies at once to the 1 user who has it/)
  expect(saved()).toEqual([])
})

test('a colleague’s changes are shown by field, and either value can be chosen', async () => {
  const { change, saved } = serverWith()
  const { user } = await openScreen(`${ROLES}?role=5`, ADMINISTRATOR)
  const name = await screen.findByLabelText<HTMLInputElement>('Name', INPUT)
  await user.clear(name)
  await user.type(name, 'Mine')
  await user.click(box('Enable, Create New Order'))
  change({ version: 4, name: 'Theirs', mfaRequired: true })
  await user.keyboard(SAVE)
  const changed = within(await screen.findByRole('table', { name: 'Conflicting changes' }))
  // Shown in the panel only, and not in an alert or a notification as well.
  expect(screen.queryByText('Someone else saved this role')).toBeNull()
  expect(changed.getAllByRole('row')).toHaveLength(3)
  await user.click(
    within(changed.getByRole('row', { name: /^Name/ }))
      .getAllByText('Theirs')
      .at(-1) as HTMLElement,
  )
  await user.click(button('Continue'))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Name', INPUT).value).toBe('Theirs'))
  expect(screen.getByLabelText<HTMLInputElement>(/^Two-factor/).checked).toBe(true)
  await user.keyboard(SAVE)
  await screen.findByText(UPDATED)
  expect(saved().at(-1)).toMatchObject({ version: 4, name: 'Theirs', mfaRequired: true })
  expect(holdsRight(saved().at(-1)?.permissions as PermissionTree, ORDERS, 'Enable')).toBe(false)
})

test('the user’s own role has read-only rights, type and activity, and says so first', async () => {
  const { saved } = serverWith({
    permissions: holding(() => true),
    type: 'Internal Administrator',
    client: 'All_client',
  })
  const { user } = await openScreen(`${ROLES}?role=5`, { ...ADMINISTRATOR, roleId: '5' })
  const note = await screen.findByText(/^This is your own role. Another administrator must change its permissions/)
  expect(note.getAttribute('role')).toBe('note')
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Type' }).disabled).toBe(true)
  expect(screen.getByLabelText<HTMLInputElement>('Active').disabled).toBe(true)
  expect(button(/^Use the defaults/).disabled).toBe(true)
  expect(box('Enable, Manage Users').getAttribute('aria-disabled')).toBe('true')
  // Its name can be changed.
  await user.type(screen.getByLabelText('Name', INPUT), 's')
  await user.keyboard(SAVE)
  await screen.findByText(UPDATED)
  expect(saved()[0]).toMatchObject({ name: 'Pickers' })
})

test('a refused role shows the specification’s message; the button waits while saving', async () => {
  const { server } = serverWith()
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof refusal>>()
  server.answer(roles.create, () => promise)
  const { user } = await openScreen(`${ROLES}?role=new`, ADMINISTRATOR)
  await user.type(await screen.findByLabelText('Code', INPUT), 'REFUSED')
  await user.type(screen.getByLabelText('Name', INPUT), 'Refused')
  await user.click(button('Create role'))
  await waitFor(() => expect(button('Create role').disabled).toBe(true))
  await user.keyboard(SAVE)
  resolve(refusal('unauthorized_access', 'Too much'))
  await waitFor(() => expect(screen.getAllByText('Error creating role: Too much').length).toBeGreaterThan(0))
  expect(button('Create role').disabled).toBe(false)
  expect(server.callsTo(roles.create)).toHaveLength(1)
})

test('a code that another role has is reported while typing', async () => {
  const { server } = serverWith()
  server.answer(roles.exist, ({ body: { code } }) => ({
    message: code.toUpperCase() === 'PICKER' ? 'A role with this code already exists' : '',
  }))
  const { user } = await openScreen(`${ROLES}?role=new`, ADMINISTRATOR)
  const code = await screen.findByLabelText('Code', INPUT)
  await user.type(code, 'picker')
  await screen.findByText('A role with this code already exists')
  await user.type(code, '2')
  await waitFor(() => expect(screen.queryByText('A role with this code already exists')).toBeNull())
})

test('Edit alone is reported; ticking Edit again also ticks Read Only and can be saved', async () => {
  const { saved } = serverWith({ permissions: holding((leaf, right) => leaf === ORDERS && right === 'Edit') })
  const { user } = await openScreen(`${ROLES}?role=5`, ADMINISTRATOR)
  const note = await screen.findByText(/Edit without ‘Read Only’ has no effect/)
  expect(note.closest('[role=alert]')?.textContent).toContain('Create New Order')
  const both = ['Edit, Create New Order', 'Read Only, Create New Order']
  expect(ticked(...both)).toEqual([true, false])
  await user.click(box('Edit, Create New Order'))
  expect(ticked(...both)).toEqual([false, false])
  await user.click(box('Edit, Create New Order'))
  expect(ticked(...both)).toEqual([true, true])
  expect(screen.queryByText(/Edit without ‘Read Only’/)).toBeNull()
  await user.keyboard(SAVE)
  await screen.findByText(UPDATED)
  expect(holdsRight(saved()[0]?.permissions as PermissionTree, ORDERS, 'Edit')).toBe(true)
})

test('a copy starts with the original’s permissions, and is compared with it', async () => {
  const { server } = serverWith({ client: 'All_client', type: 'Internal User' })
  server.answer(users.list, { users: [], total: 0 })
  const { user } = await openScreen(`${ROLES}?role=new&copy=5`, ADMINISTRATOR)
  await screen.findByRole('heading', { name: 'New Role, a copy of PICKER: Picker' })
  expect(ticked('Edit, Create New Order', 'Read Only, User Activity - Overview')).toEqual([true, false])
  await user.click(box('Read Only, User Activity - Overview'))
  await user.click(button('View as this role'))
  const dialog = within(await screen.findByRole('dialog', { name: 'View as this role' }))
  await dialog.findByRole('heading', { name: 'Against PICKER: Picker (the original)' })
  expect(items(dialog.getByRole('list', { name: 'Screens that appear' }))).toEqual(['User Activity - Overview'])
  expect(dialog.queryByRole('list', { name: 'Screens that disappear' })).toBeNull()
})
