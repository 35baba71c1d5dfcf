import { CLIENT_PARAM_TEXTS, CLIENT_PARAMS } from '../clients/client-params.ts'
import { CLIENT_SETTINGS, clientSettingDefinition } from '../clients/client-settings.ts'

type Titles = Readonly<Record<string, string>>

const TWO_FACTOR = 'Two-factor sign-in required'

/** Titles of the audited fields, as in their forms, by the kind of the act. */
const FIELD_TITLES: Readonly<Record<string, Titles>> = {
  session: { by: 'By', sessions: 'Sessions', isShared: 'Shared' },
  user: {
    username: 'Username',
    first_name: 'First name',
    last_name: 'Last name',
    email: 'Email',
    phone_number: 'Phone number',
    power_bi_username: 'Power BI username',
    domain_username: 'Domain username',
    role: 'Role',
    client: 'Clients',
    active: 'Active',
    lock: 'Locked',
    password: 'Password',
    second_factor: 'Two-factor',
    users: 'Users',
    count: 'How many users',
    refused: 'Refused',
    mode: 'Import',
  },
  role: {
    code: 'Code',
    name: 'Name',
    client: 'Client',
    type: 'Type',
    active: 'Active',
    mfaRequired: TWO_FACTOR,
    permissions: 'Permissions',
    sees: 'Visible data',
  },
  client: {
    name: 'Name',
    description: 'Description',
    active: 'Active',
    currencyCode: 'Currency',
    mfaRequired: TWO_FACTOR,
    children: 'Sub-accounts',
    calendar: 'Calendar',
    covered: 'Covered',
    switchedOff: 'Switched off',
    ...Object.fromEntries(CLIENT_PARAMS.map((param) => [param, CLIENT_PARAM_TEXTS[param].title])),
    ...Object.fromEntries(CLIENT_SETTINGS.map((setting) => [setting, clientSettingDefinition(setting).title])),
  },
  order: {
    orderNumber: 'Order number',
    status: 'Status',
    quantity: 'Quantity',
    totalValue: 'Total value',
    dispatchService: 'Delivery service',
  },
}

/** A technical counter of saves. */
const LEFT_OUT = 'version'

/**
 * The title of a field that an act changed; undefined if people need not see it. `kind` is the act's. Fields of other
 * versions, and columns of a user's file, are shown by their name in words: 'orderNumber' becomes 'Order number'.
 */
export function fieldTitle(kind: string, name: string): string | undefined {
  if (name === LEFT_OUT) return undefined
  const titles = FIELD_TITLES[kind]
  return titles && Object.hasOwn(titles, name) ? titles[name] : nameLabel(name)
}

function nameLabel(name: string): string {
  const words = name
    .replaceAll(/[_.-]+/g, ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
