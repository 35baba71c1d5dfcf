import { useCurrency } from '../../kit/session/use-currency.ts'
import { formatDayShort, isDay, nextWorkingDay } from '@despatch/domain/calendar/day'
import { isForEachParcel, type Pricing, unitLabel } from '@despatch/domain/routing/prices/costing'
import { costCurve, reachOf } from '@despatch/domain/routing/prices/cost-curve'
import { costLabel } from '@despatch/domain/routing/prices/price-text'
import { writtenQuantity } from '@despatch/domain/routing/prices/written-pricing'
import { memo, useCallback, useMemo, useState } from 'react'
import { Chart } from '../../kit/chart/chart.tsx'
import type { Palette } from '../../kit/chart/palette.ts'
import { type Piece, stepLines, valueAt } from '../../kit/chart/options/step-lines.ts'
import { DayField } from '../../kit/form/typed/day-field.tsx'
import recordStyles from '../../kit/form/record.module.css'
import { CostCalculator } from './cost-calculator.tsx'
import type { ReadableRows } from './price-body.ts'
import styles from './prices.module.css'
import { operatorToday } from '../../kit/browser/clock.ts'

type PriceChartProps = {
  /** The prices; undefined if none are valid yet. */
  readonly pricing: Pricing | undefined
  /** The positions of their rows in the form, if some are invalid. */
  readonly rows?: ReadableRows | undefined
  /** The saved prices for comparison; undefined if they are the same. */
  readonly saved?: Pricing | undefined
  /** A lower chart for use below a matrix. */
  readonly isFlat?: boolean
}

const textIn = (currency: string) => (amount: number) => costLabel(Math.round(amount * 10_000), currency)

/**
 * A chart of a method's cost by weight or parcels on a day, and a calculator for one consignment. All figures come from
 * the engine.
 */
export const PriceChart = memo(function PriceChart({ pricing, rows, saved, isFlat = false }: PriceChartProps) {
  const usual = nextWorkingDay(operatorToday())
  const [typed, setTyped] = useState<string>()
  const day = typed !== undefined && isDay(typed) ? typed : usual
  const method = pricing?.pricingMethod ?? 'None'
  const currency = useCurrency()
  const unit = unitLabel(method)
  // Kilograms and parcels cannot be compared.
  const comparable = saved?.pricingMethod === method ? saved : undefined
  const { lines, most } = useMemo(() => {
    const drawn = [pricing, comparable].filter((one) => one !== undefined)
    const reach = reachOf(drawn)
    const piecesOf = (of: Pricing): Piece[] =>
      costCurve(of, day, reach).map(({ from, to, cost }) => ({
        from: writtenQuantity(method, from),
        to: writtenQuantity(method, to),
        value: cost === null ? null : cost / 10_000,
      }))
    return {
      most: writtenQuantity(method, reach),
      lines: drawn.map((one) => ({
        name: one === pricing ? (comparable ? 'Unsaved' : 'Cost') : 'As saved',
        pieces: piecesOf(one),
        isDashed: one !== pricing,
      })),
    }
  }, [pricing, comparable, day, method])
  const isCounted = unit !== 'KG'
  const along = isCounted ? 'Parcels' : 'KG'
  const option = useCallback(
    (palette: Palette) => stepLines({ lines, along, most, isCounted, valueText: textIn(currency) }, palette),
    [lines, along, most, isCounted, currency],
  )
  const figures = useMemo(() => {
    const edges = [...new Set(lines.flatMap(({ pieces }) => pieces.map(({ to }) => to)))].toSorted((a, b) => a - b)
    return {
      columns: [isCounted ? 'From, Parcels' : 'Above, KG', `To, ${along}`, ...lines.map(({ name }) => name)],
      rows: edges.map((to, index) => [
        String((edges[index - 1] ?? 0) + (isCounted ? 1 : 0)),
        String(to),
        ...lines.map(({ pieces }) => {
          const value = valueAt(pieces, to)
          return value === null ? 'No price' : textIn(currency)(value)
        }),
      ]),
    }
  }, [lines, along, isCounted, currency])

  const title = unit === 'KG' ? 'Cost against weight' : 'Cost against parcels'
  return (
    <div className={styles.picture}>
      {pricing ? (
        <Chart
          title={title}
          summary={`${title} on ${formatDayShort(day)}, in ${figures.rows.length} steps up to ${most} ${along}; the table has the figures`}
          option={option}
          figures={figures}
          height={isFlat ? 210 : 300}
        >
          <DayField
            className={styles.day}
            size="xs"
            aria-label="On the day"
            value={typed ?? usual}
            onChange={(next) => setTyped(next)}
          />
        </Chart>
      ) : (
        <p className={recordStyles.remark}>The chart appears once there is a valid price.</p>
      )}
      {pricing && (
        <div>
          {unit === 'KG' && (
            <p className={recordStyles.remark}>
              {isForEachParcel(pricing)
                ? 'Each parcel is priced by its own weight.'
                : 'Drawn for a consignment of one parcel.'}
            </p>
          )}
          <CostCalculator pricing={pricing} day={day} rows={rows} />
        </div>
      )}
    </div>
  )
})
