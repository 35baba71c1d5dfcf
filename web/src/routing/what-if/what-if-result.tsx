import { useCurrency } from '../../kit/session/use-currency.ts'
import { Button, VisuallyHidden } from '@mantine/core'
import { ColumnHeads } from '../../kit/list/columns/column-heads.tsx'
import type { WhatIf } from '@despatch/contract/routing/what-if/what-if'
import { formatCount, formatMoney } from '@despatch/domain/money/money'
import { type ReactNode, useState } from 'react'
import { DayText, FigureText } from '../../kit/list/columns/cells.tsx'
import { WhatIfFlow } from './what-if-flow.tsx'
import { WhatIfMoves } from './what-if-moves.tsx'
import type { Route } from './what-if-queries.ts'
import { RouteEnd } from './what-if-route-end.tsx'
import { costChange, routeEnd } from './what-if-text.ts'
import styles from './what-if.module.css'

type Summary = NonNullable<WhatIf['summary']>
type WhatIfResultProps = { readonly whatIf: WhatIf; readonly summary: Summary; readonly onClose: () => void }

/** Rows of a table before 'Show more'. */
const MAX_ROWS = 12

/** Shows a what-if's result: moves, costs, routing exceptions, full days, and each consignment. */
export function WhatIfResult({ whatIf, summary, onClose }: WhatIfResultProps) {
  const [route, setRoute] = useState<Route>()
  const { consignments, moved, newExceptions, endedExceptions } = summary
  const dayLabel = whatIf.days === 1 ? 'day' : `${whatIf.days} days`
  return (
    <>
      <div className={styles.head}>
        <strong>
          {consignments === 0
            ? `No consignments in the last ${dayLabel}. Try more days.`
            : `${moved === 0 ? 'None' : formatCount(moved)} of ${formatCount(consignments)} consignments of the last ${dayLabel} would change carrier.`}
        </strong>
        <span className={styles.remark}>
          Nothing has been changed. Compared with version {whatIf.ruleBookVersion} of the rules.
        </span>
        <Button variant="subtle" size="compact-sm" onClick={onClose}>
          Close
        </Button>
      </div>
      {consignments > 0 && <Figures {...summary} />}
      {(newExceptions > 0 || endedExceptions > 0) && (
        <p className={styles.remark}>Routing exceptions have no cost, so a new one lowers the total.</p>
      )}
      {summary.moves.length > 0 && <Routes moves={summary.moves} chosen={route} onChoose={setRoute} />}
      {summary.fullDays.length > 0 && <FullDays days={summary.fullDays} />}
      {moved > 0 && <WhatIfMoves id={whatIf.id} route={route} onAll={() => setRoute(undefined)} />}
    </>
  )
}

function Figures({ costBefore, costAfter, newExceptions, endedExceptions }: Summary) {
  const currency = useCurrency()
  return (
    <dl className={styles.figures}>
      <Figure name="Cost now">{formatMoney(costBefore, currency)}</Figure>
      <Figure name="Cost with the draft">{formatMoney(costAfter, currency)}</Figure>
      <Figure name="Difference">{costChange(costBefore, costAfter, currency)}</Figure>
      <Figure name="New routing exceptions">{formatCount(newExceptions)}</Figure>
      <Figure name="Routing exceptions resolved">{formatCount(endedExceptions)}</Figure>
    </dl>
  )
}

function Figure({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

type Routes = {
  readonly moves: Summary['moves']
  readonly chosen: Route | undefined
  readonly onChoose: (route: Route | undefined) => void
}

function Routes({ moves, chosen, onChoose }: Routes) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? moves : moves.slice(0, MAX_ROWS)
  return (
    <div>
      <WhatIfFlow moves={moves} />
      <table className={styles.table}>
        <caption>Moved, by from and to</caption>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">To</th>
            <th scope="col" className={styles.number}>
              Consignments
            </th>
            <th scope="col">
              <VisuallyHidden>Show</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ from, to, count }) => {
            const isChosen = chosen?.from === from && chosen.to === to
            return (
              <tr key={`${from ?? ''}>${to ?? ''}`} data-chosen={isChosen || undefined}>
                <td>
                  <RouteEnd method={from} />
                </td>
                <td>
                  <RouteEnd method={to} />
                </td>
                <td className={styles.number}>
                  <FigureText value={count} />
                </td>
                <td>
                  <Button
                    variant="subtle"
                    size="compact-xs"
                    aria-pressed={isChosen}
                    aria-label={`Only those from ${routeEnd(from)} to ${routeEnd(to)}`}
                    onClick={() => onChoose(isChosen ? undefined : { from, to })}
                  >
                    {isChosen ? 'Show all' : 'Only these'}
                  </Button>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <More total={moves.length} isWhole={isWhole} onToggle={() => setIsWhole(!isWhole)} />
    </div>
  )
}

function FullDays({ days }: { readonly days: Summary['fullDays'] }) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? days : days.slice(0, MAX_ROWS)
  return (
    <div>
      <table className={styles.table}>
        <caption>Capacities hit with the draft</caption>
        <ColumnHeads
          texts={['Carrier', 'Despatch date']}
          figures={['Consignments rejected']}
          figureClass={styles.number}
        />
        <tbody>
          {shown.map(({ carrier, day, count }) => (
            <tr key={`${carrier} ${day}`}>
              <td className="reference">{carrier}</td>
              <td>
                <DayText day={day} />
              </td>
              <td className={styles.number}>
                <FigureText value={count} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <More total={days.length} isWhole={isWhole} onToggle={() => setIsWhole(!isWhole)} />
    </div>
  )
}

type Rest = { readonly total: number; readonly isWhole: boolean; readonly onToggle: () => void }

function More({ total, isWhole, onToggle }: Rest) {
  if (total <= MAX_ROWS) return null
  return (
    <Button variant="subtle" size="compact-sm" aria-expanded={isWhole} onClick={onToggle}>
      {isWhole ? 'Show fewer' : `Show ${formatCount(total - MAX_ROWS)} more`}
    </Button>
  )
}
