import type { SkuRow } from '@despatch/contract/stock/stock'
import { SkuChooser } from './sku-chooser.tsx'
import styles from './multi-box.module.css'

type ExceptionFieldProps = {
  /** SKUs that are exceptions already. */
  readonly taken: ReadonlySet<string>
  /** The server's errors about added and removed SKUs. */
  readonly errors: readonly string[]
  readonly onChoose: (sku: SkuRow) => void
}

/** Adds an exception, found by code or description. */
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
