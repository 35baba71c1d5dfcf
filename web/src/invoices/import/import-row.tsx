import { Button, Progress } from '@mantine/core'
import type { InvoiceImport } from '@despatch/contract/invoices/importing'
import { invoices } from '@despatch/contract/invoices/invoices'
import { formatCount } from '@despatch/domain/money/money'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { focusIfLost } from '../../kit/browser/focus.ts'
import { MomentText, Status } from '../../kit/list/columns/cells.tsx'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { notify } from '../../kit/notify/notify.ts'
import { messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { invoiceAddress } from '../addresses.ts'
import { countText } from '../invoice-text.ts'
import { invoicesChanged } from '../invoice-queries.ts'
import { useDecideDisabledReason } from '../use-invoice-rights.ts'
import { importMeaning, importStateLabel, isAtWork, progressText, sizeText } from './import-text.ts'
import styles from './imports.module.css'

type ImportRowProps = {
  readonly of: InvoiceImport
  readonly onMap: (importID: string) => void
}

/** At most this many invoices of a file are named; a file may have hundreds. */
const MAX_NAMED = 8

/** One uploaded file: its progress, result and actions. */
export function ImportRow({ of, onMap }: ImportRowProps) {
  const whyNot = useDecideDisabledReason()
  const row = useRef<HTMLLIElement>(null)
  const isRunning = isAtWork(of)
  const cancel = useMutation({
    mutationFn: () => call(invoices.cancelImport, { body: { importID: of.importID } }),
    onSuccess: ({ message }) => notify.info(message),
    onError: (error) => notify.danger(messageOf(error)),
    onSettled: () => void invoicesChanged(),
  })
  // The cancel button disappears when the import ends: move the focus to the row.
  useEffect(() => {
    if (!isRunning) focusIfLost(row.current)
  }, [isRunning])
  const named = of.invoices.slice(0, MAX_NAMED)
  return (
    <li ref={row} tabIndex={-1}>
      <div className={styles.head}>
        <span className={styles.name} title={of.filename}>
          {of.filename}
        </span>
        <Status meaning={importMeaning(of)}>{isRunning ? progressText(of) : importStateLabel(of.state)}</Status>
      </div>
      {isRunning && <Progress value={of.percentComplete} aria-label={`Import progress of ${of.filename}`} />}
      {of.message && !isRunning && <p>{of.message}</p>}
      <p className={styles.remark}>
        {[
          of.layout,
          sizeText(of.bytes),
          of.refusedRows > 0 ? `${countText(of.refusedRows, ['row', 'rows'])} rejected` : '',
          of.sentBy && `sent by ${of.sentBy}`,
        ]
          .filter(Boolean)
          .join(', ')}
        , <MomentText at={of.sentAt} />
      </p>
      {named.length > 0 && (
        <p className={styles.invoices}>
          {named.map(({ summaryID, invoiceNumber }) => (
            <ScreenLink key={summaryID} to={invoiceAddress({ summaryID })}>
              {invoiceNumber}
            </ScreenLink>
          ))}
          {of.invoiceCount > named.length && (
            <span className={styles.remark}>and {formatCount(of.invoiceCount - named.length)} more</span>
          )}
        </p>
      )}
      {(isRunning || of.state === 'Unknown layout') && (
        <div className={styles.buttons}>
          {of.state === 'Unknown layout' && (
            <Button size="compact-sm" disabled={whyNot !== undefined} title={whyNot} onClick={() => onMap(of.importID)}>
              Map columns
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="default"
            disabled={whyNot !== undefined}
            title={whyNot}
            loading={cancel.isPending}
            onClick={() => cancel.mutate()}
          >
            Cancel
          </Button>
        </div>
      )}
    </li>
  )
}
