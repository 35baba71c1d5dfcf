import type { ReturnsPart } from '@despatch/contract/returns/dashboard-and-trend/return-figures'
import { behindMost } from '@despatch/domain/returns/dashboard-and-trend/sentences'
import { useCallback, useMemo } from 'react'
import { barsOption } from '../../kit/chart/bars.ts'
import { Chart } from '../../kit/chart/chart.tsx'
import type { Palette } from '../../kit/chart/palette.ts'
import styles from './figures.module.css'

const BAR_PX = 30
const LEAST_PX = 120

type PartChartProps = {
  readonly title: string
  /** What one of them is: the heading of the table. */
  readonly noun: string
  readonly parts: readonly ReturnsPart[]
  readonly remark?: string
  readonly onOpen: (part: ReturnsPart) => void
}

/** Returns by what they are of, the most first, with what is behind most of them in a sentence; a bar opens its returns. */
export function PartChart({ title, noun, parts, remark, onOpen }: PartChartProps) {
  const option = useCallback(
    (palette: Palette) =>
      barsOption(
        { bars: parts.map(({ title: name, pieces }) => ({ name, value: pieces })), direction: 'across' },
        palette,
      ),
    [parts],
  )
  const figures = useMemo(
    () => ({
      columns: [noun, 'Returns', 'Pieces'],
      rows: parts.map(({ title: name, lines, pieces }) => [
        name,
        lines.toLocaleString('en-GB'),
        pieces.toLocaleString('en-GB'),
      ]),
    }),
    [noun, parts],
  )
  const open = useCallback(
    (index: number) => {
      const part = parts[index]
      if (part) onOpen(part)
    },
    [parts, onOpen],
  )
  const sentence = behindMost(
    parts.map(({ title: name, pieces }) => ({ name, value: pieces })),
    'pieces shown',
  )
  return (
    <div className={styles.figure}>
      {sentence && <p className={styles.sentence}>{sentence}</p>}
      {parts.length === 0 ? (
        <section aria-label={title}>
          <h2>{title}</h2>
          <p className={styles.remark}>Nothing to show.</p>
        </section>
      ) : (
        <Chart
          title={title}
          summary={sentence || `${title}: ${parts.length} bars; the table has the figures`}
          option={option}
          figures={figures}
          height={Math.max(LEAST_PX, parts.length * BAR_PX + 40)}
          onPoint={open}
        />
      )}
      {remark && <p className={styles.remark}>{remark}</p>}
    </div>
  )
}
