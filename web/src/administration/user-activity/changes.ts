import type { ActivityRow } from '@despatch/contract/administration/user-activity/activity'
import { fieldTitle } from '@despatch/domain/administration/user-activity/fields'
import type { FieldChange } from '../../kit/list/field-changes.tsx'

export type ChangedAct = Pick<ActivityRow, 'act' | 'before' | 'after'>

/** The changes of an act by field, with the titles of the forms. Of nested fields only those that differ. */
export function changesOf({ act, before, after }: ChangedAct): FieldChange[] {
  const [kind = ''] = act.split('.')
  const old = new Map(fieldsOf(kind, before ?? {}))
  const now = new Map(fieldsOf(kind, after ?? {}))
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((field) => ({ field, before: old.get(field), after: now.get(field) }))
    .filter((change) => change.before !== change.after)
}

/** The changes as one text, for a cell: 'Active: yes → no; Role: R2'. */
export function changesText(act: ChangedAct): string {
  return changesOf(act)
    .map(({ field, before, after }) => {
      const is = after ?? 'none'
      return `${field}: ${before === undefined ? is : `${before} → ${is}`}`
    })
    .join('; ')
}

type Json = NonNullable<ActivityRow['before']>[string]
type Fields = Readonly<Record<string, Json>>

function fieldsOf(kind: string, record: Fields): [string, string][] {
  return Object.entries(record).flatMap(([name, value]) => {
    const title = fieldTitle(kind, name)
    return title === undefined ? [] : valuesOf(kind, title, value)
  })
}

function valuesOf(kind: string, field: string, value: Json): [string, string][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[field, valueText(value)]]
  return Object.entries(value).flatMap(([name, within]) => {
    // Keys below the users of an act are usernames.
    const title = kind === 'user' ? name : fieldTitle('', name)?.toLowerCase()
    return title === undefined ? [] : valuesOf(kind, `${field}: ${title}`, within)
  })
}

function valueText(value: Json): string {
  if (value === null || value === '') return 'none'
  if (value === true) return 'yes'
  if (value === false) return 'no'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(valueText).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
