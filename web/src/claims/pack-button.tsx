import { Button } from '@mantine/core'
import { claims } from '@despatch/contract/claims/claims'
import { saveFile } from '../kit/list/export/save-file.ts'
import { useOneAtATime } from '../kit/list/use-one-at-a-time.ts'
import { notify } from '../kit/notify/notify.ts'
import type { RecordAction } from '../kit/record/record-actions.tsx'
import { messageOf } from '../kit/server/api-error.ts'
import { callFile } from '../kit/server/call.ts'

/** Downloads the pack for the carrier: the form, the workbook and the receipts of a submission. */
export const packOf = (submission: string) =>
  ({
    label: `Download ${submission} (ZIP)`,
    onAct: () =>
      callFile(claims.pack, { params: { number: submission } }).then((file) =>
        saveFile(file, `Submission ${submission}.zip`),
      ),
  }) as const satisfies RecordAction

/** {@link packOf} outside a claim. */
export function PackButton({ submission }: { readonly submission: string }) {
  const { label, onAct } = packOf(submission)
  const save = useOneAtATime(() => onAct().catch((error: unknown) => notify.danger(messageOf(error))))
  return (
    <Button size="xs" variant="default" onClick={save}>
      {label}
    </Button>
  )
}
