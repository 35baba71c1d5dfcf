import { DATE_FORMATS, type DateFormat } from '@despatch/domain/calendar/date-format'
import {
  DATE_FIELDS,
  type DateField,
  FEED_FIELDS,
  FEEDS,
  type Feed,
  type FeedField,
  UNIT_FIELDS,
} from '@despatch/domain/feeds/feed-fields'
import { z } from 'zod'
import { isWeightUnit, LENGTH_UNITS, WEIGHT_UNITS } from '@despatch/domain/routing/sku-data/sku-measures'
import { exactText, requiredText, text } from '../route/fields.ts'

const dateFormat = z.enum(Object.keys(DATE_FORMATS) as DateFormat[], {
  error: `A date format is one of ${Object.keys(DATE_FORMATS).join(', ')}`,
})

/** How the columns of a file become fields of a feed. */
function mappingShape<Field extends FeedField>(fields: readonly Field[], dateFields: readonly DateField[]) {
  const field = z.enum(fields, 'This feed has no such field')
  return z.strictObject({
    /** Field to column. A field without a column keeps its default. */
    columns: z.partialRecord(field, requiredText(100, 'Column')),
    /** Replacements of texts, by field: { country: { EIRE: 'IE' } }. */
    values: z.partialRecord(field, z.record(exactText(100, 'Text'), exactText(100, 'Text'))).default({}),
    /** Rules for rows to leave out, counted by reason. */
    leaveOut: z
      .array(
        z
          .strictObject({
            field,
            startsWith: requiredText(50, 'Start').optional(),
            /** The whole cell; '' leaves out rows with an empty cell. */
            equals: text(100, 'Text').optional(),
            reason: requiredText(100, 'Reason'),
          })
          .refine(
            ({ startsWith, equals }) => (startsWith === undefined) !== (equals === undefined),
            'A rule has either startsWith or equals',
          ),
      )
      .max(20)
      .default([]),
    /** Date format of a column. Without one, the day comes first, and a column that contradicts this is refused. */
    dateFormats: z.partialRecord(z.enum(dateFields, 'This field of the feed holds no date'), dateFormat).default({}),
    /** Unit of a column of weights or lengths. Without one, the column title decides; else kg and cm. */
    units: z
      .partialRecord(
        z.enum(
          UNIT_FIELDS.filter((name) => fields.some((one) => one === name)),
          'This field of the feed has no unit',
        ),
        z.enum([...WEIGHT_UNITS, ...LENGTH_UNITS], 'A unit is one of g, kg, oz, lb, mm, cm, m, in'),
      )
      .refine(
        ({ weight, ...sides }) =>
          (weight === undefined || isWeightUnit(weight)) &&
          Object.values(sides).every((unit) => !unit || !isWeightUnit(unit)),
        'A weight is in g, kg, oz or lb, a side in mm, cm, m or in',
      )
      .optional(),
    /** Time zone of dates without one (IANA). */
    timeZone: z.string().max(50).refine(isZone, 'No such time zone').default('Europe/London'),
    encoding: z.enum(['utf-8', 'windows-1252']).default('utf-8'),
  })
}

const ALL_DATE_FIELDS = [...new Set<DateField>(FEEDS.flatMap((feed) => DATE_FIELDS[feed]))]
const ALL_FIELDS = [...new Set<FeedField>(FEEDS.flatMap((feed) => FEED_FIELDS[feed].fields))]

/** A mapping of any feed; {@link mappingFor} checks it for its feed. */
export const columnMapping = mappingShape(ALL_FIELDS, ALL_DATE_FIELDS)
export type ColumnMapping = z.infer<typeof columnMapping>

const SHAPES = Object.fromEntries(FEEDS.map((feed) => [feed, shapeFor(feed)])) as Record<Feed, z.ZodType<ColumnMapping>>

/** The shape of a feed's mapping: only its own fields, with a column for each required one. */
export function mappingFor(feed: Feed): z.ZodType<ColumnMapping> {
  return SHAPES[feed]
}

function shapeFor(feed: Feed): z.ZodType<ColumnMapping> {
  const { fields, needed } = FEED_FIELDS[feed]
  return mappingShape<FeedField>(fields, DATE_FIELDS[feed]).refine(
    ({ columns }) => needed.every((field) => columns[field]),
    needed.length === 1
      ? { path: ['columns'], message: `${needed[0]} needs a column` }
      : { path: ['columns'], message: `${needed.slice(0, -1).join(', ')} and ${needed.at(-1)} each need a column` },
  )
}

function isZone(zone: string): boolean {
  try {
    return !!new Intl.DateTimeFormat('en-GB', { timeZone: zone })
  } catch {
    return false
  }
}
