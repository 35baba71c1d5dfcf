import { Button, Select } from '@mantine/core'
import type { FeedRefusal } from '@despatch/contract/feeds/feed-refusal'
import type { Feed } from '@despatch/domain/feeds/feed-fields'
import { formatCount } from '@despatch/domain/money/money'
import { useMemo, useState } from 'react'
import { saveFile } from '../kit/list/export/save-file.ts'
import { FileRows } from '../kit/list/file-rows.tsx'
import fileStyles from '../kit/form/file.module.css'
import styles from './feeds.module.css'
import { ChangedSkus } from './changed-skus.tsx'
import { FeedPreview } from './feed-preview.tsx'
import { refusalsCsv } from './refusals-csv.ts'
import type { FeedAnswer } from './upload-feed.ts'

type FeedOutcomeProps = {
  readonly feed: Feed
  readonly answer: FeedAnswer
  readonly fileName: string
  readonly isPreview?: boolean
}

/** The result of a file: counts, reasons and refused rows. */
export function FeedOutcome({
  feed,
  answer: { summary, refused, changes = [], look },
  fileName,
  isPreview = false,
}: FeedOutcomeProps) {
  const counts = [
    ['Rows read', summary.read],
    [isPreview ? 'To create' : 'Created', summary.created],
    ...('changed' in summary ? [[isPreview ? 'To change' : 'Changed', summary.changed] as const] : []),
    ['Unchanged', summary.unchanged],
    ['Skipped', summary.leftOut],
    ['Rejected', summary.refused],
    ...('ordersCreated' in summary
      ? ([
          ['New orders', summary.ordersCreated],
          ['Unknown SKUs', summary.skusCreated],
        ] as const)
      : []),
  ] as const
  return (
    <>
      <h2>{isPreview ? `Check of ${fileName} – nothing imported yet` : `Outcome of ${fileName}`}</h2>
      <dl className={styles.counts}>
        {counts.map(([title, count]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      {summary.read === 0 && (
        <p className={fileStyles.problem}>The file has a header but no rows. Check that it is the right file.</p>
      )}
      {look && <FeedPreview feed={feed} look={look} />}
      <ReasonCounts title="Warnings" counts={summary.noted} />
      <ReasonCounts title="Skipped rows by reason" counts={summary.leftOutByReason} />
      <ReasonCounts title="Rejected rows by reason" counts={summary.refusedByReason} />
      {refused.length > 0 && (
        <RefusedRows refused={refused} fileName={fileName} reasons={Object.keys(summary.refusedByReason)} />
      )}
      <ChangedSkus changes={changes} />
    </>
  )
}

function ReasonCounts({ title, counts }: { title: string; counts: Readonly<Record<string, number>> }) {
  const entries = Object.entries(counts)
  if (entries.length === 0) return null
  return (
    <>
      <h2>{title}</h2>
      <table className={fileStyles.table} aria-label={title}>
        <tbody>
          {entries.map(([reason, count]) => (
            <tr key={reason}>
              <td className={fileStyles.number}>{formatCount(count)}</td>
              <td width="100%">{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

type RefusedRowsProps = { refused: readonly FeedRefusal[]; reasons: readonly string[]; fileName: string }

function RefusedRows({ refused, reasons, fileName }: RefusedRowsProps) {
  const [reason, setReason] = useState<string | null>(null)
  const rows = useMemo(() => (reason ? refused.filter((row) => row.reason === reason) : refused), [refused, reason])
  return (
    <>
      <h2>Rejected rows</h2>
      <div className={fileStyles.actions}>
        {reasons.length > 1 && (
          <Select
            aria-label="Reason"
            placeholder="All reasons"
            w="26rem"
            clearable
            data={[...reasons]}
            value={reason}
            onChange={setReason}
          />
        )}
        <Button
          variant="default"
          onClick={() => saveFile(refusalsCsv(refused), `${fileName.replace(/\.[^.]*$/, '')}-rejected.csv`)}
        >
          Download as CSV
        </Button>
      </div>
      <FileRows key={reason} label="Rejected rows" titles={[['Column'], ['Value'], ['Reason']]} rows={rows}>
        {(row) => (
          <>
            <td>{row.column}</td>
            <td className={fileStyles.value}>{row.value}</td>
            <td>{row.reason}</td>
          </>
        )}
      </FileRows>
    </>
  )
}
