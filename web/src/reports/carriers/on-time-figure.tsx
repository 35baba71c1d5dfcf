import type { ParcelSums } from '@despatch/contract/reports/report-shapes'
import { SHARES } from '@despatch/domain/reports/figures'
import { PARCEL_COLUMNS } from '@despatch/domain/reports/volumes'
import { rankByLowerBound, wilsonInterval } from '@despatch/domain/reports/wilson'
import { ChartFrame } from '../../kit/chart/chart-frame.tsx'
import { DotWhisker } from '../../kit/chart/dot-whisker.tsx'
import { EmptyChart } from '../../kit/chart/empty-chart.tsx'
import { MIN_CASES } from '../../kit/chart/share-axis.ts'
import { Definition } from '../../kit/tile/definition.tsx'
import { shareText } from '../../kit/tile/change-text.ts'
import { intervalText, onTimeShare, shareWithInterval } from '../figure-text.ts'
import styles from '../reports.module.css'
import { percentText, targetText } from './carrier-targets.ts'
import { parcelCells } from './parcel-figures.tsx'

const ROW_PX = 28

type Row = ParcelSums & {
  readonly name: string
  readonly title: string
  /** The share that the operator expects, in percent. */
  readonly target?: number | undefined
}
type OnTimeFigureProps = {
  readonly title: string
  readonly noun: string
  readonly rows: readonly Row[]
  /** Rows keep their order and are not ranked. */
  readonly isInOrder?: boolean
  readonly onOpen: (name: string) => void
}

/** The figures of shares on time as a table. */
export function onTimeTable(noun: string, rows: readonly Row[]) {
  const hasTargets = rows.some(({ target }) => target !== undefined)
  return {
    columns: [noun, ...PARCEL_COLUMNS, '95% range', ...(hasTargets ? ['Target'] : [])],
    rows: rows.map((row) => [
      row.title,
      ...parcelCells(row),
      `${intervalText(row.onTime, row.promised)}%`,
      ...(hasTargets ? [percentText(row.target)] : []),
    ]),
  }
}

/** Shares on time as dots with their 95% range, best first. Rows with too few parcels come last. */
export function OnTimeFigure({ title, noun, rows, isInOrder = false, onOpen }: OnTimeFigureProps) {
  const known = rows.filter(({ promised }) => promised > 0)
  const ranked = isInOrder ? known : fewLast(rankByLowerBound(known, onTimeShare))
  const open = (at: number) => {
    const row = ranked[at]
    if (row) onOpen(row.name)
  }
  if (ranked.length === 0)
    return (
      <div className={styles.figure}>
        <EmptyChart title={title} />
      </div>
    )
  return (
    <div className={styles.figure}>
      <ChartFrame
        title={title}
        finding={findingOf(known)}
        subtitle={`Share of parcels promised, with its 95% range${isInOrder ? '' : `. ${noun}s with few parcels rank lower`}`}
        figures={onTimeTable(noun, ranked)}
        height={Math.max(160, ranked.length * ROW_PX + 40)}
        onPoint={open}
        controls={<Definition of={title} definition={SHARES.onTime} />}
        picture={() => (
          <DotWhisker
            label={title}
            rows={ranked.map(({ title: name, onTime, promised, target }) => ({
              name,
              share: onTime / promised,
              ...wilsonInterval(onTime, promised),
              ...(target !== undefined && { target: target / 100 }),
              of: promised,
              text: shareText(onTime, promised),
              detail: [shareWithInterval(onTime, promised), targetText(target)].filter(Boolean).join(', '),
            }))}
            onOpen={open}
          />
        )}
      />
    </div>
  )
}

const fewLast = (rows: readonly Row[]) => [
  ...rows.filter(({ promised }) => promised >= MIN_CASES),
  ...rows.filter(({ promised }) => promised < MIN_CASES),
]

/** The lowest share, if its whole range lies beneath the share of all; else ''. */
function findingOf(rows: readonly Row[]): string {
  const all = { onTime: 0, promised: 0 }
  for (const { onTime, promised } of rows) {
    all.onTime += onTime
    all.promised += promised
  }
  const [lowest] = rows
    .filter(({ promised }) => promised >= MIN_CASES)
    .toSorted((one, other) => one.onTime / one.promised - other.onTime / other.promised)
  if (!lowest || wilsonInterval(lowest.onTime, lowest.promised).high >= all.onTime / all.promised) return ''
  return `${lowest.title}: ${shareText(lowest.onTime, lowest.promised)} on time`
}
