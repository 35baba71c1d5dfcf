import { Text } from '@mantine/core'
import { formatCount } from '@despatch/domain/money/money'
import type { ReactNode } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'
import type { Noun } from './use-paged-list.ts'

/** Of more than these it is said how many more there are. */
export const MAX_LISTED_NAMES = 10

export type RemoveProps = { readonly opened: boolean; readonly onClose: () => void; readonly onDeleted: () => void }

type RemoveDialogProps<Done> = Omit<RemoveProps, 'onDeleted'> & {
  readonly noun: Noun
  /** What each of them is called. */
  readonly names: readonly string[]
  /** What a single one is called with its noun: 'the client Acme'; told of its name unless given. */
  readonly only?: string
  readonly maxNames?: number
  /** The names are listed among `children`, with what else is said of each. */
  readonly hasOwnList?: boolean
  /** Deletes them. What it throws is said in the dialog. */
  readonly onRemove: () => Promise<Done>
  readonly onDeleted: (done: Done) => void
  /** What deleting touches. */
  readonly children: ReactNode
}

/** Asks before records are deleted, by their names. */
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
