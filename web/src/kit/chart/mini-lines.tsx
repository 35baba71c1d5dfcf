import styles from './mini-lines.module.css'
import { MIN_CASES, placeOf, shareAxis, tickText } from './share-axis.ts'
import { pathOf } from './sparkline.tsx'

/** Hits and cases of one period. */
type Point = { readonly hits: number; readonly of: number }
export type MiniLine = {
  readonly name: string
  readonly points: readonly Point[]
  /** The figure beside the name: '96.2%'. */
  readonly text: string
}

type MiniLinesProps = {
  readonly label: string
  readonly lines: readonly MiniLine[]
  /** The first and the last period: 'from 1 Sep to 24 Nov'. */
  readonly period: string
  readonly onOpen: (index: number) => void
}

const [WIDTH, HEIGHT] = [160, 56]

/** Shares over time, one small picture for each line with the others in grey behind it, all on one axis. */
export function MiniLines({ label, lines, period, onOpen }: MiniLinesProps) {
  const drawn = lines.map(({ points }) => points.map(({ hits, of }) => (of >= MIN_CASES ? hits / of : null)))
  const axis = shareAxis(drawn.flat().filter((share) => share !== null))
  const path = (shares: readonly (number | null)[]) =>
    pathOf(
      shares,
      (at) => (shares.length > 1 ? (at / (shares.length - 1)) * WIDTH : WIDTH / 2),
      (share) => HEIGHT - (placeOf(share, axis) / 100) * HEIGHT,
    )
  const paths = drawn.map(path)
  const [from, to] = [axis.ticks[0] ?? 0, axis.ticks.at(-1) ?? 1]
  return (
    <>
      <div role="group" aria-label={label} className={styles.lines}>
        {lines.map(({ name, text }, at) => (
          <button
            key={name}
            type="button"
            className={styles.one}
            aria-label={`${name}: ${text}`}
            onClick={() => onOpen(at)}
          >
            <span className={styles.head}>
              <span className={styles.name}>{name}</span>
              <span className="number">{text}</span>
            </span>
            {drawn[at]?.every((share) => share === null) ? (
              <span className={styles.few}>too few</span>
            ) : (
              <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className={styles.picture} aria-hidden>
                {paths.map((other, index) => index !== at && <path key={lines[index]?.name} d={other} />)}
                <path d={paths[at]} className={styles.own} />
              </svg>
            )}
          </button>
        ))}
      </div>
      <p className={styles.axis}>
        {`All on one axis, ${tickText(from, axis)}–${tickText(to, axis)}, ${period}. Periods with fewer than ${MIN_CASES} parcels are left out.`}
      </p>
    </>
  )
}
