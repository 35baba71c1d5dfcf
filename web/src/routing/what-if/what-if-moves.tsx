import { useCurrency } from '../../kit/session/use-currency.ts'
import { Button, VisuallyHidden } from '@mantine/core'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { messageOf } from '../../kit/server/api-error.ts'
import { focusIfLost } from '../../kit/browser/focus.ts'
import { DayText } from '../../kit/list/columns/cells.tsx'
import { WhatIfMoveDrawer } from './what-if-move.tsx'
import { movesOf, type Route } from './what-if-queries.ts'
import { RouteEnd } from './what-if-route-end.tsx'
import { moveChange, routeEnd, sideCost } from './what-if-text.ts'
import styles from './what-if.module.css'

type WhatIfMovesProps = { readonly id: string; readonly route: Route | undefined; readonly onAll: () => void }

const A_PAGE = 20

/** Lists the consignments that would get another method; each opens side by side. */
export function WhatIfMoves({ id, route, onAll }: WhatIfMovesProps) {
  const [at, setAt] = useState({ route, page: 1 })
  // Another route starts at its first page.
  const page = at.route === route ? at.page : 1
  const go = (next: number) => setAt({ route, page: next })
  const [opened, setOpened] = useState<number>()
  const currency = useCurrency()
  const place = useRef<HTMLDivElement>(null)
  const { data, error, refetch } = useQuery(movesOf(id, route, page, A_PAGE))
  if (!data)
    return error ? (
      <p>
        {messageOf(error)}{' '}
        <Button variant="subtle" size="compact-sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    ) : null
  const { rows, total } = data
  /** The pressed button disappears. */
  function showAll() {
    onAll()
    requestAnimationFrame(() => focusIfLost(place.current))
  }
  const first = (page - 1) * A_PAGE + 1
  return (
    <div ref={place} tabIndex={-1}>
      <table className={styles.table}>
        <caption>
          {route ? `Those from ${routeEnd(route.from)} to ${routeEnd(route.to)}` : 'All carrier changes'}
          {route && (
            <Button variant="subtle" size="compact-xs" ml="xs" onClick={showAll}>
              Show all
            </Button>
          )}
        </caption>
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Despatch date</th>
            <th scope="col">From</th>
            <th scope="col">To</th>
            <th scope="col" className={styles.number}>
              Cost now
            </th>
            <th scope="col" className={styles.number}>
              With the draft
            </th>
            <th scope="col" className={styles.number}>
              Difference
            </th>
            <th scope="col">
              <VisuallyHidden>Details</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ position, orderNumber, number, despatchDay, ...move }) => (
            <tr key={position}>
              <td>
                <span className="reference">{orderNumber}</span>
                {number > 1 && <span className={styles.remark}> consignment {number}</span>}
              </td>
              <td>
                <DayText day={despatchDay} />
              </td>
              <td>
                <RouteEnd method={move.from} />
              </td>
              <td>
                <RouteEnd method={move.to} />
              </td>
              <td className={styles.number}>{sideCost(move.from, move.costBefore, currency)}</td>
              <td className={styles.number}>{sideCost(move.to, move.costAfter, currency)}</td>
              <td className={styles.number}>{moveChange(move, currency)}</td>
              <td>
                <Button
                  variant="subtle"
                  size="compact-xs"
                  aria-label={`Why ${orderNumber}?`}
                  onClick={() => setOpened(position)}
                >
                  Why?
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.pages}>
        <span className={styles.remark}>
          {formatCount(first)} to {formatCount(first + rows.length - 1)} of {formatCount(total)}
        </span>
        <Button variant="default" size="compact-sm" disabled={page === 1} onClick={() => go(page - 1)}>
          Before
        </Button>
        <Button variant="default" size="compact-sm" disabled={page * A_PAGE >= total} onClick={() => go(page + 1)}>
          Next
        </Button>
      </div>
      <WhatIfMoveDrawer id={id} position={opened} onClose={() => setOpened(undefined)} />
    </div>
  )
}
