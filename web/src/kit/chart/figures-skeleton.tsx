import { VisuallyHidden } from '@mantine/core'
import styles from './figures-skeleton.module.css'

const TILES = 4

/** A placeholder for tiles and charts while they load. */
export function FiguresSkeleton() {
  return (
    <div className={styles.waiting} role="status">
      <VisuallyHidden>Loading…</VisuallyHidden>
      {Array.from({ length: TILES }, (_, at) => (
        <div key={at} className={styles.tile} />
      ))}
      <div className={styles.chart} />
    </div>
  )
}
