import styles from './mini-lines.module.css'
import { moveByArrows } from './move-by-arrows.ts'
import { MIN_CASES, placeOf, shareAxis, tickText } from './share-axis.ts'
import { pathOf } from './sparkline.tsx'

/** Hits and cases of one period. */
type Point = { readonly hits: number; readonly of: number }
export type MiniLine = {
  readonly name: string
  readonly points: readonly Point[]
  /** The figure beside the name: '96.2%'. */
  readonly text: string
  /** The share that is aimed at, with its words: a dashed line. */
  readonly target?: { readonly share: number; readonly text: string } | undefined
}

type MiniLinesProps = {
  readonly label: string
  readonly lines: readonly MiniLine[]
  /** The first and the last period: 'from 1 Sep to 24 Nov'. */
  readonly period: string
  readonly onOpen: (index: number) => void
}

const [WIDTH, HEIGHT] = [160, 56]
/** So many points make a line. */
const MIN_POINTS = 3

/** The shares to draw: none of a period with few cases, and none at all of a line of so few periods that it says nothing. */
function drawnOf(points: readonly Point[]): (number | null)[] {
  const shares = points.map(({ hits, of }) => (of >= MIN_CASES ? hits / of : null))
  const known = shares.filter((share) => share !== null).length
  return known < Math.min(MIN_POINTS, points.length) ? [] : shares
}

/** Shares over time, one small picture for each line with the others in grey behind it, all on one axis. */
export function MiniLines({ label, lines, period, onOpen }: MiniLinesProps) {
  const drawn = lines.map(({ points }) => drawnOf(points))
  const targets = lines.flatMap(({ target }) => target?.share ?? [])
  const axis = shareAxis([...drawn.flat().filter((share) => share !== null), ...targets])
  const y = (share: number) => HEIGHT - (placeOf(share, axis) / 100) * HEIGHT
  const path = (shares: readonly (number | null)[]) =>
    pathOf(shares, (at) => (shares.length > 1 ? (at / (shares.length - 1)) * WIDTH : WIDTH / 2), y)
  const paths = drawn.map(path)
  const [from, to] = [axis.ticks[0] ?? 0, axis.ticks.at(-1) ?? 1]
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys move between its buttons */}
      <div role="group" aria-label={label} className={styles.lines} onKeyDown={moveByArrows}>
        {lines.map(({ name, text, target }, at) => (
          <button
            key={name}
            type="button"
            className={styles.one}
            aria-label={[`${name}: ${text}`, target?.text].filter(Boolean).join(', ')}
            onClick={() => onOpen(at)}
          >
            <span className={styles.head}>
              <span className={styles.name}>{name}</span>
              <span className="number">{text}</span>
            </span>
            {drawn[at]?.length === 0 ? (
              <span className={styles.few}>too few</span>
            ) : (
              <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className={styles.picture} aria-hidden>
                {paths.map((other, index) => index !== at && <path key={lines[index]?.name} d={other} />)}
                {target && <path d={`M0 ${y(target.share).toFixed(1)}H${WIDTH}`} className={styles.target} />}
                <path d={paths[at]} className={styles.own} />
              </svg>
            )}
            {target && <span className={styles.targetText}>{target.text}</span>}
          </button>
        ))}
      </div>
      <p className={styles.axis}>
        {`All on one axis, ${tickText(from, axis)}–${tickText(to, axis)}, ${period}. Periods with fewer than ${MIN_CASES} parcels are left out.`}
      </p>
    </>
  )
}
