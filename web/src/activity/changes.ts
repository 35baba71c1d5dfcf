import type { ActivityRow } from '@despatch/contract/activity/activity'

/** One field of a record that an act touched; undefined where there was, or is, none. */
export type Change = {
  readonly field: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/** What an act changed, field by field; of fields within fields only those that differ. */
export function changesOf({ before, after }: Pick<ActivityRow, 'before' | 'after'>): Change[] {
  const old = new Map(fieldsOf(before ?? {}))
  const now = new Map(fieldsOf(after ?? {}))
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((field) => ({ field, before: old.get(field), after: now.get(field) }))
    .filter((change) => change.before !== change.after)
}

type Json = NonNullable<ActivityRow['before']>[string]

function fieldsOf(record: Readonly<Record<string, Json>>, within = ''): [string, string][] {
  return Object.entries(record).flatMap(([name, value]): [string, string][] => {
    const field = within ? `${within}: ${fieldName(name).toLowerCase()}` : fieldName(name)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return fieldsOf(value, field)
    return [[field, valueText(value)]]
  })
}

/** 'first_name' and 'firstName' read 'First name'. */
function fieldName(name: string): string {
  const words = name
    .replaceAll(/[_.-]+/g, ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function valueText(value: Json): string {
  if (value === null || value === '') return 'none'
  if (value === true) return 'yes'
  if (value === false) return 'no'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(valueText).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
