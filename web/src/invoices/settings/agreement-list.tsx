import { Button, Skeleton } from '@mantine/core'
import { type ComponentType, useState } from 'react'
import type { DrawerRecordProps } from '../../kit/form/drawer-form.tsx'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { DisabledReason } from '../../kit/list/disabled-reason.tsx'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { notify } from '../../kit/notify/notify.ts'
import { useDecideDisabledReason } from '../use-invoice-rights.ts'
import { agreementsChanged } from './agreement-queries.ts'
import type { AgreementTableProps } from './agreement-tables.tsx'
import styles from './agreements.module.css'

type AgreementListProps<Of> = {
  /** An introduction to these agreements. */
  readonly lead: string
  readonly add: string
  /** Undefined until they are loaded. */
  readonly rows: readonly Of[] | undefined
  readonly error: unknown
  readonly onRetry: () => void
  readonly table: ComponentType<AgreementTableProps<Of>>
  readonly form: ComponentType<DrawerRecordProps<Of>>
  /** The name in the delete question: 'the divisor of UPS'. */
  readonly nameOf: (row: Of) => string
  /** The consequence of deleting one. */
  readonly deleteNote: string
  readonly onDelete: (row: Of) => Promise<{ readonly message: string }>
}

/** Agreements of one kind: their list, or the form of the one that is added or changed. */
export function AgreementList<Of>(list: AgreementListProps<Of>) {
  const { lead, add, rows, error, onRetry, table: Table, form: Form } = list
  const whyNot = useDecideDisabledReason()
  const [open, setOpen] = useState<{ readonly of: Of | undefined }>()
  const [deleting, setDeleting] = useState<Of>()
  const close = () => setOpen(undefined)
  if (open)
    return (
      <>
        <Form of={open.of} onDone={close} onDelete={() => setDeleting(open.of)} />
        <ConfirmDialog
          opened={deleting !== undefined}
          title={`Delete ${deleting === undefined ? 'it' : list.nameOf(deleting)}?`}
          confirmLabel="Delete"
          isDangerous
          onConfirm={async () => {
            if (deleting !== undefined) notify.success((await list.onDelete(deleting)).message)
            void agreementsChanged()
          }}
          onDone={close}
          onClose={() => setDeleting(undefined)}
        >
          <p>{list.deleteNote}</p>
        </ConfirmDialog>
      </>
    )
  return (
    <>
      <p className={styles.lead}>{lead}</p>
      <div className={styles.head}>
        <DisabledReason reasons={[whyNot]} />
        <Button size="xs" disabled={whyNot !== undefined} onClick={() => setOpen({ of: undefined })}>
          {add}
        </Button>
      </div>
      {rows ? (
        <Table rows={rows} onOpen={(of) => setOpen({ of })} />
      ) : error ? (
        <TableProblem error={error} onRetry={onRetry} isInline />
      ) : (
        <Skeleton height={120} mt="md" aria-label="Loading" />
      )}
    </>
  )
}
