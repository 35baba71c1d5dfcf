import { formatCount } from '@despatch/domain/money/money'
import type { ReactNode } from 'react'
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

type UseBarProps = UseFiguresProps & {
  /** The figures in shorter words. */
  readonly children?: ReactNode
}

/** The usage of a day in figures, with a bar if there is a limit. */
export function UseBar({ used, limit, children }: UseBarProps) {
  const share = limit === null ? 0 : limit === 0 ? (used > 0 ? 1 : 0) : Math.min(1, used / limit)
  return (
    <span className={styles.use} data-full={(limit !== null && used >= limit && used > 0) || undefined}>
      <span className={styles.useText}>{children ?? usedText({ used, limit })}</span>
      <span className={styles.bar} data-open={limit === null || undefined} aria-hidden>
        <span style={{ width: `${share * 100}%` }} />
      </span>
    </span>
  )
}

/** The usage of a day in a cell of the list: a day without collection has no bar. */
export function UseCell(props: UseFiguresProps) {
  const { used, limit } = props
  const isClosed = limit === 0 && used === 0
  return (
    <span className={styles.cell} title={usedText(props)}>
      {isClosed ? (
        <span className={styles.ofLimit}>closed</span>
      ) : (
        <UseBar {...props}>
          {formatCount(used)}
          <span className={styles.ofLimit}>{limit === null ? ', no limit' : ` of ${formatCount(limit)}`}</span>
        </UseBar>
      )}
    </span>
  )
}
