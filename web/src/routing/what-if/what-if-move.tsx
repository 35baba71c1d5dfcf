import { useCurrency } from '../../kit/session/use-currency.ts'
import { Drawer } from '@mantine/core'
import type { Decided } from '@despatch/contract/routing/allocation/explanation'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../kit/server/api-error.ts'
import { DecisionView } from '../allocation/decision-view.tsx'
import { moveOf } from './what-if-queries.ts'
import { routeEnd, sideCost } from './what-if-text.ts'
import styles from './what-if.module.css'

type WhatIfMoveDrawerProps = {
  readonly id: string
  readonly position: number | undefined
  readonly onClose: () => void
}

/** Shows one consignment under the current rules and under the draft, side by side. */
export function WhatIfMoveDrawer({ id, position, onClose }: WhatIfMoveDrawerProps) {
  const [last, setLast] = useState(position)
  if (position !== undefined && position !== last) setLast(position)
  return (
    <Drawer opened={position !== undefined} onClose={onClose} position="right" size="90%" title="Side by side">
      {last !== undefined && <SideBySide id={id} position={last} />}
    </Drawer>
  )
}

function SideBySide({ id, position }: { readonly id: string; readonly position: number }) {
  const currency = useCurrency()
  const { data, error } = useQuery(moveOf(id, position))
  if (!data) return error ? <p role="alert">{messageOf(error)}</p> : <p className={styles.remark}>Re-allocating…</p>
  const { move, consignment, consignmentBefore = consignment, before, after, isByHand } = data
  const sides = [
    {
      title: `Now, by version ${before.ruleBookVersion} of the rules`,
      decided: before,
      consignment: consignmentBefore,
      isByHand: isByHand?.before ?? false,
      cost: sideCost(move.from, move.costBefore, currency),
    },
    {
      title: 'With the draft',
      decided: after,
      consignment,
      isByHand: isByHand?.after ?? false,
      cost: sideCost(move.to, move.costAfter, currency),
    },
  ]
  return (
    <>
      <p>
        Order <span className="reference">{move.orderNumber}</span>, consignment {move.number}: from{' '}
        <strong>{routeEnd(move.from)}</strong> to <strong>{routeEnd(move.to)}</strong>. Nothing has been changed.
      </p>
      <div className={styles.sides}>
        {sides.map(({ title, decided, cost, ...of }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <p>
              {nameOf(decided)}, {cost}
            </p>
            {decided.candidates.length === 0 ? (
              <p>This order can’t be allocated. Its boxes must share one method but are fixed to different ones.</p>
            ) : (
              <DecisionView {...of} decided={decided} currency={currency} label={`Every candidate: ${title}`} />
            )}
          </section>
        ))}
      </div>
    </>
  )
}

function nameOf({ chosen, candidates }: Decided): string {
  const method = candidates.find(({ clientMethodID }) => clientMethodID === chosen)
  return method ? `${method.carrierName}, ${method.methodDescription}` : routeEnd(null)
}
