import { Button, Progress } from '@mantine/core'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import fileStyles from '../../kit/form/file.module.css'
import styles from './add-multiple-users.module.css'
import { importProgress } from './add-multiple-users-calls.ts'

type ImportProgressProps = {
  readonly run: string
  /** Bytes uploaded so far. */
  readonly sent: number
  readonly size: number
  /** Undefined once the import can no longer be cancelled. */
  readonly onCancel?: () => void
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)

/** The progress of an import: bytes uploaded, then rows checked or written. */
export function ImportProgress({ run, sent, size, onCancel }: ImportProgressProps) {
  const isSent = sent >= size
  const { data } = useQuery({ ...importProgress(run), enabled: isSent })
  const share = data && data.total > 0 ? data.done / data.total : 0
  const words = !isSent
    ? `${megabytes(sent)} of ${megabytes(size)} MB sent`
    : data?.stage === 'checking'
      ? `${formatCount(data.done)} of ${formatCount(data.total)} rows checked`
      : data?.stage === 'writing'
        ? `${formatCount(data.done)} of ${formatCount(data.total)} users added`
        : 'Uploaded. Reading the file'
  return (
    <div className={styles.progress}>
      <Progress value={100 * (isSent ? share : sent / Math.max(1, size))} aria-label="Import progress" />
      <span className={fileStyles.remark}>{words}</span>
      {onCancel && (
        <Button variant="default" size="compact-sm" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </div>
  )
}
