import { Tooltip } from '@mantine/core'
import type { NamedParcels } from '@despatch/contract/reports/report-shapes'
import { formatCount } from '@despatch/domain/money/money'
import { SHARES } from '@despatch/domain/reports/figures'
import { ChartFrame } from '../../kit/chart/chart-frame.tsx'
import { MIN_CASES } from '../../kit/chart/share-axis.ts'
import { StepLegend } from '../../kit/chart/step-legend.tsx'
import { moveByArrows } from '../../kit/chart/move-by-arrows.ts'
import { stepColours, stepOf } from '../../kit/chart/steps.ts'
import { Definition } from '../../kit/tile/definition.tsx'
import { shareText } from '../../kit/tile/change-text.ts'
import styles from './region-map.module.css'
import { onTimeTable } from './on-time-figure.tsx'

/** The twelve regions where they lie, as [column, row] of a grid, with a name that fits into a square. */
const PLACES: Readonly<Record<string, readonly [column: number, row: number, name: string]>> = {
  Scotland: [2, 1, 'Scotland'],
  'Northern Ireland': [1, 2, 'N. Ireland'],
  'North East England': [3, 2, 'North East'],
  'North West England': [2, 3, 'North West'],
  'Yorkshire and the Humber': [3, 3, 'Yorkshire'],
  'West Midlands': [2, 4, 'West Midlands'],
  'East Midlands': [3, 4, 'East Midlands'],
  'East of England': [4, 4, 'East'],
  Wales: [1, 5, 'Wales'],
  'South West England': [2, 5, 'South West'],
  London: [3, 5, 'London'],
  'South East England': [4, 5, 'South East'],
}

type RegionMapProps = { readonly rows: readonly NamedParcels[]; readonly onOpen: (name: string) => void }

const missed = ({ promised, onTime }: NamedParcels) => promised - onTime
const lateShare = (row: NamedParcels) => missed(row) / row.promised
const percentOf = (share: number) => shareText(share * 1000, 1000)
const detailOf = (row: NamedParcels) =>
  `${shareText(missed(row), row.promised)} not on time, ${formatCount(missed(row))} of ${formatCount(row.promised)} parcels`

/** Not on time by region on a map: squares in the places of the regions, the darker the more. Other places beneath. */
export function RegionMap({ rows, onOpen }: RegionMapProps) {
  const known = rows.filter(({ promised }) => promised > 0)
  const enough = known.filter(({ promised, name }) => promised >= MIN_CASES && name in PLACES)
  const shares = enough.map(lateShare)
  const [low, high] = [Math.min(...shares), Math.max(...shares)]
  const worst = enough.toSorted((one, other) => lateShare(other) - lateShare(one))[0]
  const elsewhere = known.filter(({ name }) => !(name in PLACES))
  return (
    <ChartFrame
      title="Not on time by region"
      finding={
        worst && missed(worst) > 0 ? `${worst.title}: ${shareText(missed(worst), worst.promised)} not on time` : ''
      }
      subtitle="Share of parcels promised"
      figures={onTimeTable('Region', known)}
      height={360}
      onPoint={(at) => {
        const row = known[at]
        if (row) onOpen(row.name)
      }}
      controls={<Definition of="Not on time by region" definition={SHARES.onTime} />}
      picture={() => (
        <>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys move between its buttons */}
          <div className={styles.map} role="group" aria-label="Map of the regions" onKeyDown={moveByArrows}>
            {Object.entries(PLACES).map(([region, [column, row, name]]) => {
              const its = known.find((one) => one.name === region)
              return (
                <Region
                  key={region}
                  {...{ region, name, row: its }}
                  step={its && its.promised >= MIN_CASES ? stepOf(lateShare(its), low, high) : undefined}
                  place={{ gridColumn: column, gridRow: row }}
                  onOpen={onOpen}
                />
              )
            })}
          </div>
          {shares.length > 0 && (
            <StepLegend
              low={percentOf(low)}
              high={percentOf(high)}
              also={`Hatched: fewer than ${MIN_CASES} parcels.`}
            />
          )}
          {elsewhere.length > 0 && (
            <p className={styles.note}>
              Elsewhere: {elsewhere.map((row) => `${row.title}, ${detailOf(row)}`).join('; ')}. The table opens them.
            </p>
          )}
        </>
      )}
    />
  )
}

type RegionProps = {
  readonly region: string
  readonly name: string
  readonly row: NamedParcels | undefined
  /** Undefined for too few parcels. */
  readonly step: number | undefined
  readonly place: { readonly gridColumn: number; readonly gridRow: number }
  readonly onOpen: (name: string) => void
}

function Region({ region, name, row, step, place, onOpen }: RegionProps) {
  const isFew = row !== undefined && step === undefined
  const detail = row ? `${region}: ${detailOf(row)}${isFew ? ', too few to compare' : ''}` : `${region}: no parcels`
  return (
    <Tooltip label={detail} openDelay={150} events={{ hover: true, focus: true, touch: true }}>
      <button
        type="button"
        className={styles.region}
        style={{ ...place, ...(step !== undefined && stepColours(step)) }}
        data-few={isFew || undefined}
        aria-label={detail}
        aria-disabled={!row}
        onClick={() => row && onOpen(row.name)}
      >
        <span>{name}</span>
        <span className={styles.share}>
          {row && !isFew ? shareText(missed(row), row.promised) : row ? 'too few' : '–'}
        </span>
      </button>
    </Tooltip>
  )
}
