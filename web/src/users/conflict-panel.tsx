import { Alert, Button, Table } from '@mantine/core'
import type { Role } from '@despatch/contract/roles/roles'
import { roleTitle } from '@despatch/domain/roles/role-types'
import { useState } from 'react'
import type { ConflictField } from './user-conflict.ts'
import { USER_LABELS, type UserForm, type UserValues } from './user-values.ts'

export type Conflict = {
  readonly mine: UserValues
  readonly theirs: UserValues
  readonly taken: readonly ConflictField[]
  readonly both: readonly ConflictField[]
}

type Given = { readonly conflict: Conflict; readonly form: UserForm; readonly roles: readonly Role[] }

/** What somebody else has changed meanwhile, field by field; what both changed is to be chosen before saving again. */
export function ConflictPanel({ conflict, form, roles }: Given) {
  const { mine, theirs, taken, both } = conflict
  const [kept, setKept] = useState<Partial<Record<ConflictField, 'mine' | 'theirs'>>>({})
  const said = (field: ConflictField, values: UserValues) => wordsOf(values[field], field, roles)
  function choose(field: ConflictField, whose: 'mine' | 'theirs') {
    form.setFieldValue(field, (whose === 'mine' ? mine : theirs)[field])
    setKept((before) => ({ ...before, [field]: whose }))
  }
  return (
    <Alert color="attention" variant="light" mb="md" title="Somebody else has changed this user meanwhile">
      {taken.length > 0 && (
        <p>
          Taken over as they are now:{' '}
          {taken.map((field) => `${USER_LABELS[field]} (${said(field, theirs) || 'empty'})`).join(', ')}.
        </p>
      )}
      {both.length > 0 ? (
        <>
          <p>Both of you changed these. Choose which stands, then save again.</p>
          <Table aria-label="Changed by both">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Field</Table.Th>
                <Table.Th>Yours</Table.Th>
                <Table.Th>Theirs</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {both.map((field) => (
                <Table.Tr key={field}>
                  <Table.Td>{USER_LABELS[field]}</Table.Td>
                  {(['mine', 'theirs'] as const).map((whose) => (
                    <Table.Td key={whose}>
                      <Button
                        size="compact-sm"
                        variant={(kept[field] ?? 'mine') === whose ? 'filled' : 'default'}
                        aria-pressed={(kept[field] ?? 'mine') === whose}
                        onClick={() => choose(field, whose)}
                      >
                        {said(field, whose === 'mine' ? mine : theirs) || 'Empty'}
                      </Button>
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </>
      ) : (
        <p>Nothing of yours is in its way: save again.</p>
      )}
    </Alert>
  )
}

function wordsOf(value: UserValues[keyof UserValues], field: ConflictField, roles: readonly Role[]): string {
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (field !== 'role') return String(value)
  const role = roles.find(({ _id }) => _id === value)
  return role ? roleTitle(role) : String(value)
}
