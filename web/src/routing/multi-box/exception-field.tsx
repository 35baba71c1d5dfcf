import type { SkuRow } from '@despatch/contract/stock/stock'
import { SkuChooser } from './sku-chooser.tsx'
import styles from './multi-box.module.css'

type ExceptionFieldProps = {
  /** SKUs that depart from the default already. */
  readonly taken: ReadonlySet<string>
  /** What the server says of those that were added or removed. */
  readonly errors: readonly string[]
  readonly onChoose: (sku: SkuRow) => void
}

/** Adds a SKU that departs from the default, found by code or description. */
export function ExceptionField({ taken, errors, onChoose }: ExceptionFieldProps) {
  return (
    <div className={styles.chooser}>
      <SkuChooser
        path="skuListToAdd"
        label="Add an exception"
        isOffered={({ Code }) => !taken.has(Code)}
        error={errors.length > 0 ? errors.join('. ') : undefined}
        onChoose={onChoose}
      />
    </div>
  )
}
