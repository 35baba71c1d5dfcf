import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { DrawerForm } from '../../kit/form/drawer-form.tsx'
import type { FormState } from '../../kit/form/use-contract-form.tsx'

type ItemDrawerProps = {
  readonly title: string
  readonly state: FormState
  /** What somebody else changed meanwhile. */
  readonly conflict: ReactNode
  /** Not for an item that is still to be added. */
  readonly onDelete: (() => void) | undefined
  /** The fields. */
  readonly children: ReactNode
}

/** The form of an item of the returns book, which is saved in the draft. */
export function ItemDrawer({ title, state, conflict, onDelete, children }: ItemDrawerProps) {
  return (
    <DrawerForm
      title={title}
      state={state}
      saveLabel="Save in the draft"
      beside={
        onDelete && (
          <Button variant="subtle" color="bad" onClick={onDelete} disabled={state.isSubmitting}>
            Delete…
          </Button>
        )
      }
    >
      {conflict}
      {children}
    </DrawerForm>
  )
}
