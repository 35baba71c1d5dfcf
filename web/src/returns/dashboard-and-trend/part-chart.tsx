import type { ReturnsPart } from '@despatch/contract/returns/dashboard-and-trend/return-figures'
import { behindMost } from '@despatch/domain/returns/dashboard-and-trend/sentences'
import { useCallback, useMemo } from 'react'
import { barsHeight, barsOption, markNamed } from '../../kit/chart/options/bars.ts'
import { Chart } from '../../kit/chart/chart.tsx'
import { EmptyChart } from '../../kit/chart/empty-chart.tsx'
import type { Palette } from '../../kit/chart/palette.ts'
import { Definition } from '../../kit/tile/definition.tsx'
import styles from './figures.module.css'
import { HighestRate } from './highest-rate.tsx'

type PartChartProps = {
  readonly title: string
  /** Heading of the first column of the table. */
  readonly noun: string
  readonly parts: readonly ReturnsPart[]
  /** What it counts, shown on demand. */
  readonly definition: string
  /** Unit of the rates: 'Per 100 parcels sent'. If left out, no rates are shown. */
  readonly rateOf?: string
  readonly onOpen: (part: ReturnsPart) => void
}

/** A chart of returns by one property, largest first, with a summary of the largest parts. A bar opens its returns. */
export function PartChart({ title, noun, parts, definition, rateOf, onOpen }: PartChartProps) {
  const sentence = behindMost(
    parts.map(({ title: name, pieces }) => ({ name, value: pieces })),
    'units',
  )
  const option = useCallback(
    (palette: Palette) =>
      barsOption(
        {
          bars: markNamed(
            parts.map(({ title: name, pieces }) => ({ name, value: pieces })),
            sentence,
          ),
          direction: 'across',
        },
        palette,
      ),
    [parts, sentence],
  )
  const figures = useMemo(
    () => ({
      columns: [noun, 'Returns', 'Units', ...(rateOf ? [rateOf] : [])],
      rows: parts.map(({ title: name, lines, pieces, rate }) => [
        name,
        lines.toLocaleString('en-GB'),
        pieces.toLocaleString('en-GB'),
        ...(rateOf ? [rate === null ? '' : rate.toFixed(1)] : []),
      ]),
    }),
    [noun, parts, rateOf],
  )
  const open = useCallback(
    (index: number) => {
      const part = parts[index]
      if (part) onOpen(part)
    },
    [parts, onOpen],
  )
  return (
    <div className={styles.figure}>
      {parts.length === 0 ? (
        <EmptyChart title={title} />
      ) : (
        <Chart
          title={title}
          finding={sentence}
          subtitle="Units returned"
          summary={sentence || `${title}: ${parts.length} bars; the table has the figures`}
          option={option}
          figures={figures}
          height={barsHeight(parts.length)}
          onPoint={open}
        >
          <Definition of={title.replace(/^By /, 'Units by ')} definition={definition} />
        </Chart>
      )}
      {rateOf && <HighestRate of={parts} />}
    </div>
  )
}
