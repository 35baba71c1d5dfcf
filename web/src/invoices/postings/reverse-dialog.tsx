import { invoices } from '@despatch/contract/invoices/invoices'
import type { Posting } from '@despatch/contract/invoices/postings'
import { useState } from 'react'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { notify } from '../../kit/notify/notify.ts'
import { call } from '../../kit/server/call.ts'
import { invoicesChanged } from '../invoice-queries.ts'
import { countText } from '../invoice-text.ts'
import { PostingDateField, postingDateReason } from './posting-date-field.tsx'
import { operatorToday } from '../../kit/browser/clock.ts'

type ReverseDialogProps = {
  readonly posting: Posting
  readonly opened: boolean
  readonly onDone: (reversal: Posting) => void
  readonly onClose: () => void
}

/** Asks for the date of a reversal. */
export function ReverseDialog({ posting, opened, onDone, onClose }: ReverseDialogProps) {
  const { postingID, number, invoices: posted, corrections, lines } = posting
  // Today, even if the posting was opened yesterday, until the user types another date.
  const [typedDate, setPostingDate] = useState<string>()
  const postingDate = typedDate ?? operatorToday()
  const held = [
    posted > 0 && countText(posted, ['invoice', 'invoices']),
    corrections > 0 && countText(corrections, ['correction', 'corrections']),
  ].filter((text) => text !== false)
  return (
    <ConfirmDialog
      opened={opened}
      title={`Reverse ${number}?`}
      confirmLabel={`Reverse ${number}`}
      whyNot={postingDateReason(postingDate)}
      isDangerous
      onConfirm={async () => {
        const { message, posting: reversal } = await call(invoices.reversePosting, { body: { postingID, postingDate } })
        notify.success(message)
        await invoicesChanged()
        return reversal
      }}
      onDone={onDone}
      onClose={onClose}
    >
      <p>
        A new posting reverses the {countText(lines, ['line', 'lines'])} of {number}. Its {held.join(' and ')}, and the
        accruals that it reversed, can then be posted again.
      </p>
      <p>You can’t undo a reversal.</p>
      <PostingDateField value={postingDate} onChange={setPostingDate} />
    </ConfirmDialog>
  )
}
