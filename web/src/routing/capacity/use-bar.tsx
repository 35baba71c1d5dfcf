import { formatCount } from '@despatch/domain/money/money'
import styles from './capacity.module.css'

type UseFiguresProps = { readonly used: number; readonly limit: number | null }

/** '312 of 500', '312, no limit', '0 of 0, no collection'. */
export function usedText({ used, limit }: UseFiguresProps): string {
  if (limit === null) return `${formatCount(used)}, no limit`
  const words = `${formatCount(used)} of ${formatCount(limit)}`
  if (limit === 0) return `${words}, no collection`
  if (used > limit) return `${words}, over`
  return used === limit ? `${words}, full` : words
}

/** From this share of the limit, a day counts as nearly full. */
const NEARLY = 0.85

/** A cell of the heat strip: the usage of a day, coloured by share of the limit. */
export function HeatCell(props: UseFiguresProps) {
  const { used, limit } = props
  const share = limit === null || limit === 0 ? 0 : Math.min(1, used / limit)
  const isFull = limit !== null && used >= limit && used > 0
  return (
    <span
      className={styles.heat}
      data-heat={isFull ? 'full' : limit === 0 ? 'closed' : share >= NEARLY ? 'nearly' : undefined}
      style={
        isFull ? undefined : { background: `color-mix(in srgb, var(--accent) ${Math.round(share * 30)}%, transparent)` }
      }
      title={usedText(props)}
    >
      {limit === 0 && used === 0 ? 'closed' : formatCount(used)}
      {limit !== 0 && (
        <span className={styles.ofLimit}>{limit === null ? ', no limit' : ` of ${formatCount(limit)}`}</span>
      )}
    </span>
  )
}

/** The usage of a day in figures, with a bar if there is a limit. */
export function UseBar(props: UseFiguresProps) {
  const { used, limit } = props
  const share = limit === null ? 0 : limit === 0 ? (used > 0 ? 1 : 0) : Math.min(1, used / limit)
  return (
    <span className={styles.use} data-full={(limit !== null && used >= limit && used > 0) || undefined}>
      <span className={styles.useText}>{usedText(props)}</span>
      <span className={styles.bar} data-open={limit === null || undefined} aria-hidden>
        <span style={{ width: `${share * 100}%` }} />
      </span>
    </span>
  )
}
