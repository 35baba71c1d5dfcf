import type { ReturnItem } from '@despatch/contract/returns/rules/return-item'
import { knownVersion } from '@despatch/contract/routing/rule-book/fields'
import { z } from 'zod'
import type { ShownFields } from '../../kit/form/conflict.ts'
import { type DrawerRecordProps, useDrawerRecord } from '../../kit/form/drawer-form.tsx'
import { queryClient } from '../../kit/server/query-client.ts'
import { itemsNow, returnsChanged } from './returns-queries.ts'

/** What a form knows of its item: the version in force, and when the draft changed it last. */
export const KNOWN = { version: knownVersion, draftAt: z.string().nullable() }
type Known = { readonly version: number; readonly draftAt: string | null }

export const knownOf = (of: Known | undefined): Known => ({ version: of?.version ?? 0, draftAt: of?.draftAt ?? null })

/** Items are added and changed in the draft. */
export const IN_DRAFT = { draft: 'true' } as const

/** The titles of values that are keys: by field, by value. */
type ValueLabels = Readonly<Record<string, Readonly<Record<string, string>>>>

type ReturnItemForm<Schema extends z.ZodObject, Item extends ReturnItem> = {
  readonly form: DrawerRecordProps<Item>
  /** What it is called, and as what one is added: 'rule', 'a rule'. */
  readonly noun: string
  readonly added: string
  readonly schema: Schema
  /** What the fields are called. */
  readonly labels: Readonly<Record<string, string>> & Partial<Record<keyof z.input<Schema> & string, string>>
  readonly valueLabels: ValueLabels
  readonly draftKey: string
  readonly fieldOf?: (path: string) => string
  /** The values of an item, and those that a new one begins with. */
  readonly valuesOf: (of: Item | undefined) => z.input<Schema> & Known
  readonly save: (values: z.output<Schema>, idempotencyKey: string) => Promise<{ readonly message: string }>
}

/** The form of an item of the returns book, with what happens where someone else changed it, in force or in the draft. */
export function useReturnItem<Schema extends z.ZodObject, Item extends ReturnItem>(item: ReturnItemForm<Schema, Item>) {
  return useDrawerRecord<Schema, Item>({
    ...item,
    onSaved: returnsChanged,
    async fetchNow() {
      const { rows } = await queryClient.fetchQuery({ ...itemsNow, staleTime: 0 })
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
