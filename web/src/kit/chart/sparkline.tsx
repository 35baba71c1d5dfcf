import styles from './sparkline.module.css'

type SparklineProps = {
  /** Values from the oldest to the newest; null where there is none. */
  readonly points: readonly (number | null)[]
  /** What the line shows, for screen readers: 'Orders received, last 13 weeks'. */
  readonly label: string
  /** What is aimed at: a dashed line. */
  readonly target?: number | undefined
  readonly width?: number
  readonly height?: number
}

/** Room for the line’s own width and the last point. */
const EDGE_PX = 4

/** A small line without axes that shows where a figure comes from. The last point is marked. */
export function Sparkline({ points, label, target, width = 96, height = 28 }: SparklineProps) {
  const known = points.flatMap((value) => (value === null ? [] : [value]))
  if (known.length < 2) return null
  const shown = target === undefined ? known : [...known, target]
  const [low, high] = [Math.min(...shown), Math.max(...shown)]
  const x = (at: number) => EDGE_PX + (at / (points.length - 1)) * (width - 2 * EDGE_PX)
  // A line that never changes lies in the middle.
  const y = (value: number) =>
    high === low ? height / 2 : EDGE_PX + ((high - value) / (high - low)) * (height - 2 * EDGE_PX)
  const last = points.findLastIndex((value) => value !== null)
  return (
    <svg
      role="img"
      aria-label={label}
      className={styles.sparkline}
      {...{ width, height }}
      viewBox={`0 0 ${width} ${height}`}
    >
      {target !== undefined && <path d={`M0 ${y(target).toFixed(1)}H${width}`} className={styles.target} />}
      <path d={pathOf(points, x, y)} />
      <circle cx={x(last)} cy={y(points[last] ?? low)} r={3} />
    </svg>
  )
}

/** An SVG path through the points, with a gap where there is no value. A point between two gaps is a dot. */
export function pathOf(
  points: readonly (number | null)[],
  x: (at: number) => number,
  y: (value: number) => number,
): string {
  const one = (value: number) => value.toFixed(1)
  return points
    .flatMap((value, at) => {
      if (value === null) return []
      const isStart = at === 0 || points[at - 1] === null
      const isAlone = isStart && (points[at + 1] ?? null) === null
      return [`${isStart ? 'M' : 'L'}${one(x(at))} ${one(y(value))}${isAlone ? 'h0' : ''}`]
    })
    .join('')
}
