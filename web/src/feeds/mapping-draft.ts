import { type ColumnMapping, mappingFor } from '@despatch/contract/feeds/mapping'
import { dayOrderOf, type DateFormat } from '@despatch/domain/calendar/date-format'
import {
  columnsByName,
  DATE_FIELDS,
  type DateField,
  type Feed,
  type FeedField,
  type UnitField,
} from '@despatch/domain/feeds/feed-fields'
import type { Unit } from '@despatch/domain/routing/sku-data/sku-measures'
import { titledFields, fieldTitle } from './feed-text.ts'

/** A mapping being edited: lists instead of records, so that rows may be incomplete. */
export type MappingDraft = {
  readonly name: string
  readonly columns: Readonly<Partial<Record<FeedField, string>>>
  readonly values: readonly { readonly field: FeedField; readonly from: string; readonly to: string }[]
  readonly leaveOut: readonly {
    readonly field: FeedField
    readonly how: 'startsWith' | 'equals'
    readonly text: string
    readonly reason: string
  }[]
  readonly dateFormats: Readonly<Partial<Record<DateField, DateFormat | undefined>>>
  readonly units: Readonly<Partial<Record<UnitField, Unit | undefined>>>
  readonly timeZone: string
  readonly encoding: ColumnMapping['encoding']
}

export function toDraft(name: string, mapping: ColumnMapping): MappingDraft {
  return {
    name,
    columns: mapping.columns,
    values: Object.entries(mapping.values).flatMap(([field, texts]) =>
      Object.entries(texts).map(([from, to]) => ({ field: field as FeedField, from, to })),
    ),
    leaveOut: mapping.leaveOut.map(({ field, startsWith, equals, reason }) => ({
      field,
      how: equals === undefined ? 'startsWith' : 'equals',
      text: equals ?? startsWith ?? '',
      reason,
    })),
    dateFormats: mapping.dateFormats,
    units: mapping.units ?? {},
    timeZone: mapping.timeZone,
    encoding: mapping.encoding,
  }
}

/** A new mapping with columns matched by field name. Dates have the month first if the first rows allow nothing else. */
export function newDraft(
  feed: Feed,
  columns: readonly string[],
  rows: readonly (readonly string[])[] = [],
): MappingDraft {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const byName = columnsByName(feed, columns)
  const found = titledFields(feed).fields.flatMap((field) => {
    const names = [plain(field), plain(fieldTitle(feed, field))]
    const column = columns.find((name) => names.includes(plain(name))) ?? columns.find((name) => name === byName[field])
    return column === undefined ? [] : [[field, column] as const]
  })
  const columnByField: Partial<Record<FeedField, string>> = Object.fromEntries(found)
  return {
    name: '',
    columns: columnByField,
    values: [],
    leaveOut: [],
    dateFormats: Object.fromEntries(
      DATE_FIELDS[feed].flatMap((field: DateField) => {
        const place = columns.indexOf(columnByField[field] ?? '')
        const orders = new Set(rows.map((row) => dayOrderOf(row[place]?.trim() ?? '')))
        return orders.has('month-first') && !orders.has('day-first') ? [[field, 'month-first']] : []
      }),
    ),
    units: {},
    timeZone: 'Europe/London',
    encoding: 'utf-8',
  }
}

/** Converts a draft into a mapping, or returns its problem. */
export function toMapping(feed: Feed, draft: MappingDraft): { mapping: ColumnMapping } | { problem: string } {
  const values: Partial<Record<FeedField, Record<string, string>>> = {}
  for (const { field, from, to } of draft.values) if (from !== '') values[field] = { ...values[field], [from]: to }
  const read = mappingFor(feed).safeParse({
    columns: Object.fromEntries(Object.entries(draft.columns).filter(([, column]) => column)),
    values,
    leaveOut: draft.leaveOut.map(({ field, how, text, reason }) => ({ field, [how]: text, reason })),
    dateFormats: Object.fromEntries(
      Object.entries(draft.dateFormats).filter(([field, format]) => format && draft.columns[field as DateField]),
    ),
    ...(Object.values(draft.units).some(Boolean) && {
      units: Object.fromEntries(
        Object.entries(draft.units).filter(([field, unit]) => unit && draft.columns[field as UnitField]),
      ),
    }),
    timeZone: draft.timeZone,
    encoding: draft.encoding,
  })
  if (read.success) return { mapping: read.data }
  return { problem: read.error.issues[0]?.message ?? 'Check the highlighted fields' }
}
