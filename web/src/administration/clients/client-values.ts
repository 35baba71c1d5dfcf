import type { amendedClient, Client } from '@despatch/contract/administration/clients/client'
import { calendarText, NO_CALENDAR } from '@despatch/domain/administration/clients/client-calendar'
import type { z } from 'zod'
import type { ShownFields } from '../../kit/form/conflict.ts'
import type { useContractForm } from '../../kit/form/use-contract-form.tsx'

export type ClientValues = z.input<typeof amendedClient>
export type ClientForm = ReturnType<typeof useContractForm<typeof amendedClient>>['form']

export const CLIENT_LABELS = {
  name: 'name',
  description: 'description',
  active: 'active',
  children: 'sub-accounts',
  currencyCode: 'currency',
  mfaRequired: 'two-factor sign-in',
  calendar: 'calendar',
} as const

export function valuesOf(client: Client): ClientValues {
  const { _id, version, name, description, active, children, currencyCode, mfaRequired, calendar } = client
  return { _id, version, name, description, active, children, currencyCode, mfaRequired, calendar }
}

const yesNo = (flag: boolean) => (flag ? 'Yes' : 'No')

/** The values in words, to show conflicting edits. */
export function shownClient({
  name,
  description,
  active,
  children,
  currencyCode,
  mfaRequired,
  calendar,
}: ClientValues): ShownFields {
  return {
    name: { title: 'Name', text: name },
    description: { title: 'Description', text: description },
    active: { title: 'Active', text: yesNo(active) },
    children: {
      title: 'Sub-accounts',
      text: children.map(({ childCode, childActive }) => `${childCode}${childActive ? '' : ' (closed)'}`).join(', '),
    },
    currencyCode: { title: 'Currency', text: currencyCode },
    mfaRequired: { title: 'Two-factor sign-in required', text: yesNo(mfaRequired) },
    calendar: { title: 'Calendar', text: calendarText(calendar ?? NO_CALENDAR).join(', ') },
  }
}
