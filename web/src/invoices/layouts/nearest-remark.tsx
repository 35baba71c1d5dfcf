import { Button } from '@mantine/core'
import type { Adopted } from '@despatch/domain/invoices/layouts/adopt-layout'
import type { NearestLayout } from './layout-queries.ts'
import styles from './studio.module.css'

type NearestRemarkProps = {
  readonly nearest: NearestLayout
  /** What the file has of it; null where nothing can be taken over. */
  readonly adopted: Adopted | null
  /** Whether the mapping begins with it. */
  readonly isTaken: boolean
  readonly onTake: () => void
  readonly onGuess: () => void
}

const MAX_TOLD = 6

/** Which known layout the file is like, what of it is taken, and what is missing. */
export function NearestRemark({ nearest, adopted, isTaken, onTake, onGuess }: NearestRemarkProps) {
  if (!isTaken || !adopted)
    return (
      <div className={styles.nearest}>
        <p className={styles.remark}>
          It is like {nearest.title}, but not the same: {listed(nearest.differs)}.
        </p>
        {adopted && (
          <Button variant="default" size="compact-sm" onClick={onTake}>
            Start from {nearest.title}
          </Button>
        )}
      </div>
    )
  const { missing, renamed } = adopted
  return (
    <div className={styles.nearest}>
      <p className={styles.remark}>
        It is like {nearest.title}, so its columns are mapped as there.
        {renamed.map(({ from, to }) => ` ‘${to}’ is taken for ‘${from}’, which is not there: check it.`)}
        {missing.length > 0 && ` ${listed(missing)}: choose another column where you need it.`}
        {missing.length === 0 && renamed.length === 0 && ` Yet it differs: ${listed(nearest.differs)}.`}
      </p>
      <Button variant="default" size="compact-sm" onClick={onGuess}>
        Guess all columns instead
      </Button>
    </div>
  )
}

const listed = (texts: readonly string[]) =>
  texts.slice(0, MAX_TOLD).join('; ') + (texts.length > MAX_TOLD ? `; and ${texts.length - MAX_TOLD} more` : '')
