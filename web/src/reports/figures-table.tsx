import { Table } from '@mantine/core'
import type { Period } from '@despatch/domain/reports/periods'
import type { ReactNode } from 'react'
import { ScreenLink } from '../kit/navigation/screen-link.tsx'
import type { GoodWhen } from '../kit/tile/change-verdict.ts'
import { Definition } from '../kit/tile/definition.tsx'
import { comparisonTexts } from './figure-text.ts'
import styles from './reports.module.css'
import { Change } from '../kit/tile/tile.tsx'

/** A figure of a report, and how it compares with another period. */
export type ComparedFigure<Sums> = {
  readonly title: string
  readonly definition: string
  readonly value: (sums: Sums) => string
  readonly change: (now: Sums, before: Sums) => string
  readonly goodWhen?: GoodWhen
  readonly to?: string
  /** Known for this period only. */
  readonly isOfPeriodOnly?: boolean
  /** Beneath the figure of this period, in a tile if it has one. */
  readonly note?: ReactNode
  readonly hasTile?: boolean
}

type FiguresTableProps<Sums> = {
  readonly figures: readonly ComparedFigure<Sums>[]
  readonly period: Period
  readonly now: Sums
  /** Null if the period is too long to compare. */
  readonly before: Sums | null
  readonly yearBefore: Sums | null
}

/** All figures of a report beside the period before and the year before. */
export function FiguresTable<Sums>({ figures, period, now, before, yearBefore }: FiguresTableProps<Sums>) {
  const against = comparisonTexts(period)
  const compared = [
    { name: against.before, sums: before },
    { name: against.yearBefore, sums: yearBefore },
  ].flatMap(({ name, sums }) => (sums === null ? [] : [{ name, sums }]))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard
    <div className={styles.table} tabIndex={0} role="group" aria-label="All figures">
      <h2>All figures</h2>
      <Table aria-label="All figures">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Figure</Table.Th>
            <Table.Th ta="right">This period</Table.Th>
            {compared.map(({ name }) => [
              <Table.Th key={name} ta="right">
                {`${name[0]?.toUpperCase()}${name.slice(1)}`}
              </Table.Th>,
              <Table.Th key={`${name} change`} ta="right">
                Change
              </Table.Th>,
            ])}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {figures.map(({ title, definition, value, change, goodWhen = 'none', to, isOfPeriodOnly, note, hasTile }) => (
            <Table.Tr key={title}>
              <Table.Th scope="row" fw={500}>
                <span className={styles.named}>
                  {title} <Definition of={title} definition={definition} />
                </span>
              </Table.Th>
              <Table.Td ta="right" className="number">
                {to ? (
                  <ScreenLink to={to} aria-label={`${title}: ${value(now)}`}>
                    {value(now)}
                  </ScreenLink>
                ) : (
                  value(now)
                )}
                {note && !hasTile && <div className={styles.note}>{note}</div>}
              </Table.Td>
              {compared.map(({ name, sums }) => [
                <Table.Td key={name} ta="right" className="number">
                  {isOfPeriodOnly ? '–' : value(sums)}
                </Table.Td>,
                <Table.Td key={`${name} change`} ta="right" className="number">
                  <Change change={change(now, sums)} goodWhen={goodWhen} />
                </Table.Td>,
              ])}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
