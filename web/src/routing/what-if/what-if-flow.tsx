import { formatCount } from '@despatch/domain/money/money'
import { flowHeight, flowOf, type FlowEnd, type Move } from './flow-layout.ts'
import { routeEnd } from './what-if-text.ts'
import styles from './what-if-flow.module.css'

/** The width of the drawing, which is stretched to the available space; names are outside. */
const WIDTH = 100
const HEIGHT = 150

/** Shows moves as bands from current to new methods; the table below has the numbers. */
export function WhatIfFlow({ moves }: { readonly moves: readonly Move[] }) {
  const flow = flowOf(moves, HEIGHT, routeEnd)
  const height = flowHeight(flow)
  const none = routeEnd(null)
  return (
    <div className={styles.flow} aria-hidden>
      <Ends ends={flow.from} height={height} />
      <svg className={styles.bands} height={height} viewBox={`0 0 ${WIDTH} ${height}`} preserveAspectRatio="none">
        {flow.bands.map(({ from, to, count, left, right }) => (
          <path
            key={`${from}>${to}`}
            className={to === none ? styles.worse : from === none ? styles.better : styles.band}
            d={`M0 ${left.top} C50 ${left.top} 50 ${right.top} ${WIDTH} ${right.top} V${right.bottom} C50 ${right.bottom} 50 ${left.bottom} 0 ${left.bottom} Z`}
          >
            <title>{`${from} to ${to}: ${formatCount(count)}`}</title>
          </path>
        ))}
      </svg>
      <Ends ends={flow.to} height={height} />
    </div>
  )
}

function Ends({ ends, height }: { readonly ends: readonly FlowEnd[]; readonly height: number }) {
  return (
    <ul className={styles.ends} style={{ height }}>
      {ends.map((end) => (
        <li key={end.name} className={styles.end} style={{ top: end.top, '--bar': `${end.height}px` } as object}>
          <span className={styles.name}>{end.name}</span> <span className={styles.count}>{formatCount(end.count)}</span>
        </li>
      ))}
    </ul>
  )
}
