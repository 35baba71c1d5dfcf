import { Button } from '@mantine/core'
import type { AdaptedLayout } from '@despatch/domain/invoices/column-mapping/adapt-layout'
import type { NearestLayout } from './layout-queries.ts'
import styles from './studio.module.css'

type NearestRemarkProps = {
  readonly nearest: NearestLayout
  /** The layout adapted to the file; null if nothing can be reused. */
  readonly adapted: AdaptedLayout | null
  /** Whether the draft began with it. */
  readonly isTaken: boolean
  readonly onTake: () => void
  readonly onGuess: () => void
}

const MAX_LISTED = 6

/** Names the nearest known layout, what is reused from it, and what is missing. */
export function NearestRemark({ nearest, adapted, isTaken, onTake, onGuess }: NearestRemarkProps) {
  if (!isTaken || !adapted)
    return (
      <div className={styles.nearest}>
        <p className={styles.remark}>
          Similar to {nearest.title}. Differences: {listed(nearest.differs)}.
        </p>
        {adapted && (
          <Button variant="default" size="compact-sm" onClick={onTake}>
            Start from {nearest.title}
          </Button>
        )}
      </div>
    )
  const { missing, renamed } = adapted
  return (
    <div className={styles.nearest}>
      <p className={styles.remark}>
        Columns mapped as in {nearest.title}.
        {renamed.map(({ from, to }) => ` ‘${to}’ replaces ‘${from}’, which is missing. Check it.`)}
        {missing.length > 0 && ` ${listed(missing)}: choose another column where you need it.`}
        {missing.length === 0 && renamed.length === 0 && ` Differences: ${listed(nearest.differs)}.`}
      </p>
      <Button variant="default" size="compact-sm" onClick={onGuess}>
        Guess all columns instead
      </Button>
    </div>
  )
}

const listed = (texts: readonly string[]) =>
  texts.slice(0, MAX_LISTED).join('; ') + (texts.length > MAX_LISTED ? `; and ${texts.length - MAX_LISTED} more` : '')
