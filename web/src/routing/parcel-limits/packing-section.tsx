import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import recordStyles from '../../kit/form/record.module.css'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { packingNow } from './limit-queries.ts'
import { PackingForm } from './packing-form.tsx'
import styles from './parcel-limits.module.css'

/** The limits of a packed parcel: a form, or read-only. */
export function PackingSection() {
  const { data, error, refetch } = useQuery(packingNow)
  const whyNot = useEditDisabledReason('carrierRoutingControl.carrierParcelLimits')
  return (
    <section className={styles.section} aria-labelledby="packing-title">
      <h2 id="packing-title">Maximum packed parcel</h2>
      <p className={styles.remark}>Units are packed up to this weight and volume. A larger unit gets its own parcel.</p>
      {!data ? (
        error ? (
          <TableProblem error={error} onRetry={() => void refetch()} isInline />
        ) : (
          <Skeleton height={64} aria-label="Loading" />
        )
      ) : whyNot ? (
        <>
          <p role="note">{whyNot}</p>
          <dl className={recordStyles.facts}>
            <div>
              <dt>Weight</dt>
              <dd>{data.packing.weight} kg</dd>
            </div>
            <div>
              <dt>Volume</dt>
              <dd>{data.packing.volume} m³</dd>
            </div>
          </dl>
        </>
      ) : (
        <PackingForm stored={data} />
      )}
    </section>
  )
}
