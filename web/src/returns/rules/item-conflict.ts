import type { ReturnItem } from '@despatch/contract/returns/rules/return-item'
import { knownVersion } from '@despatch/contract/routing/rule-book/fields'
import { z } from 'zod'
import { mergedValues, type ShownFields } from '../../kit/form/conflict.ts'
import { type AmendedForm, useVersionConflict } from '../../kit/form/use-version-conflict.tsx'
import { queryClient } from '../../kit/server/query-client.ts'
import { itemsNow } from './returns-queries.ts'

/** What a form knows of its item: the version in force, and when the draft changed it last. */
export const KNOWN = { version: knownVersion, draftAt: z.string().nullable() }
type Known = { readonly version: number; readonly draftAt: string | null }

export const knownOf = (of: Known | undefined): Known => ({ version: of?.version ?? 0, draftAt: of?.draftAt ?? null })

type Given<Values extends Known, Item extends ReturnItem> = {
  readonly id: string | undefined
  readonly noun: string
  readonly state: AmendedForm<Values>
  readonly initialValues: Values
  /** The values of the item as it is now. */
  readonly valuesOf: (item: Item) => Values
  /** What the fields are called. */
  readonly labels: Readonly<Record<string, string>>
  /** The titles of values that are keys: by field, by value. */
  readonly valueLabels?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** What a form of the returns book does where someone else has changed its item, in force or in the draft. */
export function useItemConflict<Values extends Known, Item extends ReturnItem>(given: Given<Values, Item>) {
  const { id, noun, state, initialValues } = given
  return useVersionConflict({
    noun,
    state,
    initialValues,
    async fetchNow() {
      const { rows } = await queryClient.fetchQuery({ ...itemsNow, staleTime: 0 })
      const now = rows.find((row) => row._id === id && row.draft !== 'removed')
      return now && given.valuesOf(now as Item)
    },
    shown: (values) => shownValues(values, given.labels, given.valueLabels ?? {}),
    merged: (mine, theirs, fromTheirs) => ({ ...mergedValues(mine, theirs, fromTheirs), draftAt: theirs.draftAt }),
  })
}

function shownValues(
  values: Readonly<Record<string, unknown>>,
  labels: Given<Known, ReturnItem>['labels'],
  valueLabels: NonNullable<Given<Known, ReturnItem>['valueLabels']>,
): ShownFields {
  return Object.fromEntries(
    Object.entries(labels).map(([field, label]) => [
      field,
      { title: label.charAt(0).toUpperCase() + label.slice(1), text: textOf(values[field], valueLabels[field] ?? {}) },
    ]),
  )
}

function textOf(value: unknown, valueLabels: Readonly<Record<string, string>>): string {
  if (value === null || value === undefined || value === '') return 'None'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map((one) => textOf(one, valueLabels)).join(', ') || 'None'
  if (typeof value === 'object') return textOf(Object.values(value).slice(1), valueLabels)
  if (typeof value !== 'string' && typeof value !== 'number') return 'None'
  return valueLabels[value] ?? String(value)
}
