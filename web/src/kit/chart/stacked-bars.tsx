import { Tooltip } from '@mantine/core'
import { formatCount } from '@despatch/domain/money/money'
import { moveByArrows } from './move-by-arrows.ts'
import styles from './stacked-bars.module.css'

type StackedBarsProps = {
  readonly label: string
  /** What the bars consist of, largest first: at most four, the last for all others. */
  readonly parts: readonly string[]
  /** A count of each part. */
  readonly rows: readonly { readonly name: string; readonly counts: readonly number[] }[]
  /** Opens the list behind a row. */
  readonly onOpen: (row: number) => void
  /** Opens the list behind a part of all rows; undefined for a part without one. */
  readonly onPart: (part: number) => (() => void) | undefined
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

/** A bar from zero for each row, of a few parts in the same order. Rows and the names of the parts are buttons. */
export function StackedBars({ label, parts, rows, onOpen, onPart }: StackedBarsProps) {
  const most = Math.max(...rows.map(({ counts }) => sum(counts)))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys move between its buttons
    <div role="group" aria-label={label} onKeyDown={moveByArrows}>
      <ul className={styles.parts}>
        {parts.map((part, at) => {
          const open = onPart(at)
          return (
            <li key={part}>
              <span className={styles.key} data-part={at + 1} aria-hidden />
              {open ? (
                <button type="button" className={styles.part} onClick={open}>
                  {part}
                </button>
              ) : (
                part
              )}
            </li>
          )
        })}
      </ul>
      <div className={styles.rows}>
        {rows.map(({ name, counts }, row) => {
          const known = parts.flatMap((part, at) => (counts[at] ? [`${part} ${formatCount(counts[at])}`] : []))
          const detail = `${name}: ${known.join(', ')}`
          return (
            <Tooltip
              key={name}
              label={detail}
              multiline
              maw={320}
              openDelay={150}
              events={{ hover: true, focus: true, touch: true }}
            >
              <button type="button" className={styles.row} aria-label={detail} onClick={() => onOpen(row)}>
                <span className={styles.name}>{name}</span>
                <span className={styles.track}>
                  <span className={styles.bar} style={{ width: `${(sum(counts) / most) * 100}%` }}>
                    {counts.map((count, at) =>
                      count > 0 ? (
                        <span key={parts[at]} className={styles.piece} data-part={at + 1} style={{ flexGrow: count }} />
                      ) : null,
                    )}
                  </span>
                </span>
                <span className={styles.total}>{formatCount(sum(counts))}</span>
              </button>
            </Tooltip>
          )
        })}
      </div>
    </div>
  )
}
