import type { ReturnItem } from '@despatch/contract/returns/rules/return-item'
import { knownVersion } from '@despatch/contract/routing/rule-book/fields'
import { z } from 'zod'
import type { ShownFields } from '../../kit/form/conflict.ts'
import { type DrawerRecordProps, useDrawerRecord } from '../../kit/form/drawer-form.tsx'
import { queryClient } from '../../kit/server/query-client.ts'
import { draftItems, returnsChanged } from './returns-queries.ts'

/** Hidden form fields: the version in force, and when the draft last changed the item. */
export const VERSION_FIELDS = { version: knownVersion, draftAt: z.string().nullable() }
type ItemVersions = { readonly version: number; readonly draftAt: string | null }

export const versionsOf = (of: ItemVersions | undefined): ItemVersions => ({
  version: of?.version ?? 0,
  draftAt: of?.draftAt ?? null,
})

export const IN_DRAFT = { draft: 'true' } as const

/** Titles of coded values, by field and value. */
type ValueLabels = Readonly<Record<string, Readonly<Record<string, string>>>>

type ReturnItemForm<Schema extends z.ZodObject, Item extends ReturnItem> = {
  readonly form: DrawerRecordProps<Item>
  /** Noun, with and without article: 'rule', 'a rule'. */
  readonly noun: string
  readonly added: string
  readonly schema: Schema
  /** Names of the fields. */
  readonly labels: Readonly<Record<string, string>> & Partial<Record<keyof z.input<Schema> & string, string>>
  readonly valueLabels: ValueLabels
  readonly draftKey: string
  readonly fieldOf?: (path: string) => string
  /** Form values of an item, or of a new one. */
  readonly valuesOf: (of: Item | undefined) => z.input<Schema> & ItemVersions
  readonly save: (values: z.output<Schema>, idempotencyKey: string) => Promise<{ readonly message: string }>
}

/** The form of a returns book item, with handling of conflicts in force and in the draft. */
export function useReturnItem<Schema extends z.ZodObject, Item extends ReturnItem>(item: ReturnItemForm<Schema, Item>) {
  return useDrawerRecord<Schema, Item>({
    ...item,
    onSaved: returnsChanged,
    async fetchNow() {
      const { rows } = await queryClient.fetchQuery({ ...draftItems, staleTime: 0 })
      return rows.find((row) => row._id === item.form.of?._id && row.draft !== 'removed') as Item | undefined
    },
    shown: (values: object) => shownValues(new Map(Object.entries(values)), item.labels, item.valueLabels),
    stamps: ['draftAt'],
  })
}

const shownValues = (
  values: ReadonlyMap<string, unknown>,
  labels: Readonly<Record<string, string>>,
  valueLabels: ValueLabels,
): ShownFields =>
  Object.fromEntries(
    Object.entries(labels).map(([field, label]) => [
      field,
      {
        title: label.charAt(0).toUpperCase() + label.slice(1),
        text: textOf(values.get(field), valueLabels[field] ?? {}),
      },
    ]),
  )

function textOf(value: unknown, valueLabels: Readonly<Record<string, string>>): string {
  if (value === null || value === undefined || value === '') return 'None'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map((one) => textOf(one, valueLabels)).join(', ') || 'None'
  if (typeof value === 'object') return textOf(Object.values(value).slice(1), valueLabels)
  if (typeof value !== 'string' && typeof value !== 'number') return 'None'
  return valueLabels[value] ?? String(value)
}
