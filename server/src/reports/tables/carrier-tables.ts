import type { ParcelSums } from '@despatch/contract/reports/report-shapes'
import type { EventChoice, ParcelChoice } from '@despatch/contract/reports/drill-down-shapes'
import { FIGURES, type ParcelFigure } from '@despatch/domain/reports/figures'
import { type Grain, type Period, periodBefore, periodOfYearBefore, periodText } from '@despatch/domain/reports/periods'
import { WEEKDAYS } from '@despatch/domain/calendar/weekdays'
import { PARCEL_COLUMNS } from '@despatch/domain/reports/volumes'
import type { Cell, Sheet } from '../../exports/exported-report.ts'
import { carriers } from '../carriers/carriers.ts'
import { exceptions } from '../carriers/exceptions.ts'
import type { FiguresContext } from '../figures-context.ts'
import { averageOf, shareOf } from './cells.ts'

const cellsOf = (sums: ParcelSums): Cell[] => [
  sums.despatched,
  sums.delivered,
  sums.promised,
  sums.onTime,
  shareOf(sums.onTime, sums.promised),
  sums.late,
  sums.undelivered,
  sums.silent,
  averageOf(sums.daysTaken, sums.delivered),
]

const FIGURE_CELLS: readonly (readonly [ParcelFigure, (sums: ParcelSums) => Cell])[] = [
  ['parcelsOnTime', ({ onTime, promised }) => shareOf(onTime, promised)],
  ['parcelsPromised', ({ promised }) => promised],
  ['parcelsDespatched', ({ despatched }) => despatched],
  ['parcelsDelivered', ({ delivered }) => delivered],
  ['parcelsLate', ({ late }) => late],
  ['parcelsUndelivered', ({ undelivered }) => undelivered],
  ['parcelsSilent', ({ silent }) => silent],
]

type Compared<Sums> = { readonly before: Sums | null; readonly yearBefore: Sums | null }

/** One row per figure, with the comparison periods beside it if they are comparable. */
function figuresTable<Sums>(
  period: Period,
  { now, before, yearBefore }: Compared<Sums> & { readonly now: Sums },
  figures: readonly (readonly [string, (sums: Sums) => Cell])[],
): Sheet {
  const periods = [
    { text: periodText(period), sums: now },
    { text: `Before: ${periodText(periodBefore(period))}`, sums: before },
    { text: `Year before: ${periodText(periodOfYearBefore(period))}`, sums: yearBefore },
  ].flatMap(({ text, sums }) => (sums === null ? [] : [{ text, sums }]))
  return {
    name: 'Figures',
    header: ['Figure', ...periods.map(({ text }) => text)],
    rows: figures.map(([title, of]) => [title, ...periods.map(({ sums }) => of(sums))]),
  }
}

/** The first day of a period. */
const startCell = (start: string, grain: Grain): Cell => (grain === 'month' ? { month: start } : { day: start })

type Named = ParcelSums & { readonly title: string }
const namedTable = (name: string, noun: string, rows: readonly Named[]): Sheet => ({
  name,
  header: [noun, ...PARCEL_COLUMNS],
  rows: rows.map((row) => [row.title, ...cellsOf(row)]),
})

/** Tables of the carrier screens; empty if a filter is set that the screens do not have. */
export async function carrierTables(
  context: FiguresContext,
  choice: ParcelChoice,
  screen: 'carrier-dashboard' | 'carrier-performance',
): Promise<Sheet[]> {
  const { startDate, endDate, carrier, service, region, client, weekday } = choice
  if (weekday !== '') return []
  const of = { ...context, clients: context.clients.filter((code) => client === '' || code === client) }
  const body = { startDate, endDate, carrier, service, region }
  const data = await carriers(of, { body })
  const { grain, series } = data
  const figures = FIGURE_CELLS.map(([figure, cell]) => [FIGURES[figure].title, cell] as const)
  const tables = [
    figuresTable(body, data, figures),
    namedTable(
      'By carrier',
      'Carrier',
      data.carriers.map((one) => ({ ...one, title: one.carrierName })),
    ),
    namedTable('By service', 'Service', data.services),
    namedTable('By region', 'Region', data.regions),
  ]
  if (screen === 'carrier-dashboard') {
    const { causes } = await exceptions(of, { body: { startDate, endDate, carrier } })
    const bySeries = {
      name: `Parcels by ${grain}`,
      header: ['From', ...PARCEL_COLUMNS],
      rows: series.map((one) => [startCell(one.start, grain), ...cellsOf(one)]),
    }
    return [...tables, bySeries, causesTable(causes)]
  }
  const weekdays = data.weekdays.map((one) => ({ ...one, title: WEEKDAYS[one.weekday] ?? '' }))
  return [
    ...tables,
    namedTable('By weekday promised', 'Weekday', weekdays),
    {
      name: 'Days to deliver',
      header: ['Carrier', 'Delivered', 'Average days', 'Within 1 day', 'Within 2', 'Within 3', 'Within 5'],
      rows: data.carriers
        .filter(({ delivered }) => delivered > 0)
        .map((row) => [
          row.carrierName,
          row.delivered,
          averageOf(row.daysTaken, row.delivered),
          ...[row.within1, row.within2, row.within3, row.within5].map((within) => shareOf(within, row.delivered)),
        ]),
    },
    {
      name: 'Failed attempts',
      header: ['Carrier', 'Failed attempts', 'Delivered'],
      rows: data.carriers
        .filter(({ failedAttempts }) => failedAttempts !== null)
        .map((row) => [row.carrierName, row.failedAttempts, row.delivered]),
    },
  ]
}

const causesTable = (causes: readonly { readonly title: string; readonly events: number }[]): Sheet => ({
  name: 'By cause',
  header: ['Cause', 'Events'],
  rows: causes.map(({ title, events }) => [title, events]),
})

/** Tables of delivery exceptions; empty if a filter is set that the screen does not have. */
export async function exceptionTables(context: FiguresContext, choice: EventChoice): Promise<Sheet[]> {
  const { startDate, endDate, carrier, state, reason } = choice
  if (state !== '' || reason !== '') return []
  const data = await exceptions(context, { body: { startDate, endDate, carrier } })
  const { events: now, before, yearBefore, grain } = data
  return [
    figuresTable(choice, { now, before, yearBefore }, [[FIGURES.exceptions.title, (events) => events]]),
    causesTable(data.causes),
    {
      name: 'By carrier',
      header: ['Carrier', 'Events'],
      rows: data.carriers.map(({ carrierName, events }) => [carrierName, events]),
    },
    {
      name: `Events by ${grain}`,
      header: ['From', 'Events'],
      rows: data.series.map(({ start, events }) => [startCell(start, grain), events]),
    },
  ]
}
