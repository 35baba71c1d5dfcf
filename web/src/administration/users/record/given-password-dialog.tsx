import { ShownOnce } from '../../../kit/form/shown-once.tsx'

/** A temporary password that has just been saved, and whose it is. */
export type GivenPassword = { readonly username: string; readonly password: string }

type GivenPasswordDialogProps = { readonly given: GivenPassword | undefined; readonly onClose: () => void }

/** Shows a temporary password once more when it is saved, to be handed over: until it is closed, and never again. */
export function GivenPasswordDialog({ given, onClose }: GivenPasswordDialogProps) {
  return (
    <ShownOnce
      secret={given?.password}
      title={`Temporary password of ${given?.username}`}
      label="The password"
      onClose={onClose}
    >
      Pass it on now: you cannot see it again after closing this. The user must choose a new one at the next sign-in.
    </ShownOnce>
  )
}
