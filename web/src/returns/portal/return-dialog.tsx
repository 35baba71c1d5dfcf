import { TextInput } from '@mantine/core'
import type { ReturnRecord } from '@despatch/contract/returns/portal/announced-returns'
import { useDialogDraft } from '../../kit/form/use-dialog-draft.ts'
import { notify } from '../../kit/notify/notify.ts'
import { portalChanged } from './portal-queries.ts'

export type OfRecord = { readonly record: ReturnRecord }
export type DialogProps = OfRecord & { readonly opened: boolean; readonly onClose: () => void }

const MAX_REASON = 500

/** Form values of a dialog about a return, stored as a draft. */
export function useReturnDraft<Typed extends Record<string, unknown>>(
  what: string,
  { record, opened }: DialogProps,
  initial: Typed,
) {
  return useDialogDraft(`return-${what} ${record.returnReference}`, opened, initial, record.version)
}

/** Reloads the return after a change or its refusal: someone else may have changed it. */
export const reloadAfter = <Done,>(request: Promise<Done>): Promise<Done> => request.finally(() => void portalChanged())

export function notifyDone({ message }: { message: string }) {
  notify.success(message)
}

type ReasonFieldProps = { readonly label: string; readonly value: string; readonly onChange: (value: string) => void }

export function ReasonField({ label, value, onChange }: ReasonFieldProps) {
  return (
    <TextInput
      label={label}
      maxLength={MAX_REASON}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
