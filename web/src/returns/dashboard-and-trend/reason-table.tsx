import type { returnFigures, ReturnsPart } from '@despatch/contract/returns/dashboard-and-trend/return-figures'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { formatCount } from '@despatch/domain/money/money'
import { behindMost } from '@despatch/domain/returns/dashboard-and-trend/sentences'
import { ChartFrame } from '../../kit/chart/chart-frame.tsx'
import { EmptyChart } from '../../kit/chart/empty-chart.tsx'
import { type HeatCell, HeatTable } from '../../kit/chart/heat-table.tsx'
import { Definition } from '../../kit/tile/definition.tsx'
import styles from './figures.module.css'
import { HighestRate, isRateKnown } from './highest-rate.tsx'

type Dashboard = RouteAnswer<typeof returnFigures.dashboard>
type ReasonTableProps = {
  readonly data: Dashboard
  /** The unit of the rates: 'Per 100 units ordered'. */
  readonly rateOf: string
  /** What it counts, shown on demand. */
  readonly definition: string
  /** Opens the returns of a SKU, of a reason, or of both. */
  readonly onOpen: (SKU: ReturnsPart | undefined, reason: ReturnsPart | undefined) => void
}

const TITLE = 'By SKU and reason'

/** Units returned by SKU and reason, the darker the more, with the sums of both. */
export function ReasonTable({ data, rateOf, definition, onOpen }: ReasonTableProps) {
  const { SKUs, reasons, SKUsByReason } = data
  const pieces = new Map(SKUsByReason.map((one) => [`${one.SKU}\t${one.reason}`, one.pieces]))
  const piecesOf = (SKU: ReturnsPart, reason: ReturnsPart) => pieces.get(`${SKU.name}\t${reason.name}`)
  if (SKUs.length === 0 && reasons.length === 0)
    return (
      <div className={styles.figure}>
        <EmptyChart title={TITLE} />
      </div>
    )
  const sumOf = (part: ReturnsPart): HeatCell => ({
    value: null,
    text: formatCount(part.pieces),
    detail: detailOf(part, rateOf),
  })
  return (
    <div className={styles.figure}>
      <ChartFrame
        title={TITLE}
        finding={behindMost(
          reasons.map(({ title, pieces: value }) => ({ name: title, value })),
          'units',
        )}
        subtitle="Units returned, top 12 SKUs"
        figures={tableOf(data, rateOf, piecesOf)}
        height={400}
        onPoint={(at) => onOpen(SKUs[at], undefined)}
        controls={<Definition of="Units by SKU and reason" definition={definition} />}
        picture={() => (
          <HeatTable
            label={TITLE}
            noun="SKU"
            columns={[...reasons.map(({ title }) => title), 'All']}
            missing="None returned"
            rows={[
              ...SKUs.map((SKU) => ({
                name: SKU.title,
                cells: [
                  ...reasons.map((reason) => {
                    const value = piecesOf(SKU, reason)
                    return value === undefined ? undefined : { value, text: formatCount(value) }
                  }),
                  sumOf(SKU),
                ],
              })),
              {
                name: 'All SKUs',
                cells: [...reasons.map(sumOf), { value: null, text: formatCount(data.pieces) }],
              },
            ]}
            onOpen={(row, column) => onOpen(SKUs[row], reasons[column])}
          />
        )}
      />
      {/* By code: titles of SKUs are long. */}
      <HighestRate of={SKUs.map((SKU) => ({ ...SKU, title: SKU.name }))} />
      <HighestRate of={reasons} />
    </div>
  )
}

/** '12 units, 8 returns, 2.5 per 100 units ordered'. */
const detailOf = (part: ReturnsPart, rateOf: string) => {
  const { pieces, lines, rate } = part
  return [
    `${formatCount(pieces)} ${pieces === 1 ? 'unit' : 'units'}`,
    `${formatCount(lines)} ${lines === 1 ? 'return' : 'returns'}`,
    rate === null || !isRateKnown(part) ? '' : `${rate.toFixed(1)} ${rateOf.toLowerCase()}`,
  ]
    .filter(Boolean)
    .join(', ')
}

const rateText = (rate: number | null) => (rate === null ? '' : rate.toFixed(1))

/** All figures: a row for each SKU, then the sums, returns and rates of the reasons. */
function tableOf(
  { SKUs, reasons, lines, pieces }: Dashboard,
  rateOf: string,
  piecesOf: (SKU: ReturnsPart, reason: ReturnsPart) => number | undefined,
) {
  const countOf = (count: number | undefined) => (count === undefined ? '' : formatCount(count))
  return {
    columns: ['SKU', ...reasons.map(({ title }) => title), 'Units', 'Returns', rateOf],
    rows: [
      ...SKUs.map((SKU) => [
        SKU.title,
        ...reasons.map((reason) => countOf(piecesOf(SKU, reason))),
        formatCount(SKU.pieces),
        formatCount(SKU.lines),
        rateText(SKU.rate),
      ]),
      ['All SKUs', ...reasons.map((reason) => formatCount(reason.pieces)), formatCount(pieces), formatCount(lines), ''],
      ['All SKUs, returns', ...reasons.map((reason) => formatCount(reason.lines)), '', formatCount(lines), ''],
      [`All SKUs, ${rateOf.toLowerCase()}`, ...reasons.map(({ rate }) => rateText(rate)), '', '', ''],
    ],
  }
}
