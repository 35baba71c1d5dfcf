import { Text } from '@mantine/core'
import { formatCount } from '@despatch/domain/money/money'
import type { ReactNode } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'
import type { Noun } from './use-paged-list.ts'

/** The most names that are listed; the rest are counted. */
export const MAX_LISTED_NAMES = 10

export type RemoveProps = { readonly opened: boolean; readonly onClose: () => void; readonly onDeleted: () => void }

type RemoveDialogProps<Done> = Omit<RemoveProps, 'onDeleted'> & {
  readonly noun: Noun
  readonly names: readonly string[]
  /** The text for a single record, e.g. 'the client Acme', if it is not the noun with the name. */
  readonly only?: string
  readonly maxNames?: number
  /** `children` already list the names. */
  readonly hasOwnList?: boolean
  /** Deletes the records. The dialog shows an error that it throws. */
  readonly onRemove: () => Promise<Done>
  readonly onDeleted: (done: Done) => void
  /** What else the deletion affects. */
  readonly children: ReactNode
}

/** Asks the user to confirm before records are deleted. */
export function RemoveDialog<Done>(props: RemoveDialogProps<Done>) {
  const { noun, names, maxNames = MAX_LISTED_NAMES, opened, onRemove, onDeleted, onClose, children } = props
  const many = names.length
  const [only = ''] = names
  const what = many === 1 ? `the ${noun[0]}` : `${formatCount(many)} ${noun[1]}`
  const more = many - maxNames
  return (
    <ConfirmDialog
      opened={opened}
      title={many === 1 ? `Delete ${props.only ?? `${what} ${only}`}?` : `Delete ${what}?`}
      confirmLabel={`Delete ${what}`}
      isDangerous
      onConfirm={onRemove}
      onDone={onDeleted}
      onClose={onClose}
    >
      {many > 1 && !props.hasOwnList && (
        <Text size="sm">
          {names.slice(0, maxNames).join(', ')}
          {more > 0 && ` and ${formatCount(more)} more`}
        </Text>
      )}
      {children}
    </ConfirmDialog>
  )
}
