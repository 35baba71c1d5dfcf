import styles from './step-legend.module.css'
import { stepColours, STEPS } from './steps.ts'

type StepLegendProps = {
  /** The lowest and the highest figure in words: '1.2%', '8.0%'. */
  readonly low: string
  readonly high: string
  /** What else a cell can look like. */
  readonly also?: string | undefined
}

/** What the steps of a shaded picture mean: '1.2% … 8.0%'. */
export const StepLegend = ({ low, high, also }: StepLegendProps) => (
  <p className={styles.legend}>
    {low}{' '}
    <span className={styles.steps} aria-hidden>
      {Array.from({ length: STEPS }, (_, at) => (
        <span key={at} style={stepColours(at + 1)} className={styles.step} />
      ))}
    </span>{' '}
    {high}
    {also && `. ${also}`}
  </p>
)
