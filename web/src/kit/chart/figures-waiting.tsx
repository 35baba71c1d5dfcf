import { VisuallyHidden } from '@mantine/core'
import styles from './figures-waiting.module.css'

const TILES = 5

/** Stands where tiles and charts will, until they come. */
export function FiguresWaiting() {
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
