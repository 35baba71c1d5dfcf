import { Tooltip } from '@mantine/core'
import styles from './dot-whisker.module.css'
import { moveByArrows } from './move-by-arrows.ts'
import { MIN_CASES, placeOf, shareAxis, tickText } from './share-axis.ts'

export type Whisker = {
  readonly name: string
  /** A share from 0 to 1, with its interval. */
  readonly share: number
  readonly low: number
  readonly high: number
  /** The share that is aimed at, if there is one. */
  readonly target?: number | undefined
  /** The number of cases. */
  readonly of: number
  /** '96.2%'. */
  readonly text: string
  /** '96.2% (94.1–97.5) of 1,204', in the tooltip and for screen readers. */
  readonly detail: string
}

type DotWhiskerProps = {
  readonly label: string
  readonly rows: readonly Whisker[]
  readonly onOpen: (index: number) => void
}

/**
 * Shares as dots on a common axis that begins where the data do, with the range in which each lies. Rows with few cases
 * have no dot. A target is a dashed line; the first says so, on the side without the dot. A row
 * is a button.
 */
export function DotWhisker({ label, rows, onOpen }: DotWhiskerProps) {
  const known = rows.filter(({ of }) => of >= MIN_CASES)
  const axis = shareAxis(known.flatMap(({ low, high, target = high }) => [low, high, target]))
  const named = known.find(({ target }) => target !== undefined)?.name
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys move between its buttons
    <div role="group" aria-label={label} className={styles.rows} onKeyDown={moveByArrows}>
      {rows.map(({ name, share, low, high, target, of, text, detail }, at) => (
        <Tooltip
          key={name}
          label={`${name}: ${detail}`}
          openDelay={150}
          events={{ hover: true, focus: true, touch: true }}
        >
          <button type="button" className={styles.row} aria-label={`${name}: ${detail}`} onClick={() => onOpen(at)}>
            <span className={styles.name}>{name}</span>
            <span className={styles.plot}>
              {axis.ticks.map((tick) => (
                <span key={tick} className={styles.line} style={{ left: `${placeOf(tick, axis)}%` }} />
              ))}
              {of >= MIN_CASES && (
                <>
                  {target !== undefined && (
                    <span className={styles.target} style={{ left: `${placeOf(target, axis)}%` }}>
                      {name === named && <small data-side={share < target ? 'right' : 'left'}>Target</small>}
                    </span>
                  )}
                  <span
                    className={styles.whisker}
                    style={{ left: `${placeOf(low, axis)}%`, right: `${100 - placeOf(high, axis)}%` }}
                  />
                  <span className={styles.dot} style={{ left: `${placeOf(share, axis)}%` }} />
                </>
              )}
            </span>
            <span className={styles.text} data-few={of < MIN_CASES || undefined}>
              {of < MIN_CASES ? 'too few' : text}
            </span>
          </button>
        </Tooltip>
      ))}
      {known.length > 0 && (
        <div className={styles.row} aria-hidden>
          <span />
          <span className={styles.ticks}>
            {axis.ticks.map((tick) => (
              <span key={tick} style={{ left: `${placeOf(tick, axis)}%` }}>
                {tickText(tick, axis)}
              </span>
            ))}
          </span>
        </div>
      )}
    </div>
  )
}
