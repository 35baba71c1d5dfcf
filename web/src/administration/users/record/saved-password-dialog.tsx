import { SecretDialog } from '../../../kit/form/secret-dialog.tsx'

/** A temporary password that was just saved. */
export type SavedPassword = { readonly username: string; readonly password: string }

type SavedPasswordDialogProps = { readonly saved: SavedPassword | undefined; readonly onClose: () => void }

/** Shows a temporary password once after saving, to be handed over. */
export function SavedPasswordDialog({ saved, onClose }: SavedPasswordDialogProps) {
  return (
    <SecretDialog
      secret={saved?.password}
      title={`Temporary password of ${saved?.username}`}
      label="The password"
      onClose={onClose}
    >
      Pass it on now. You can’t see it again. The user must choose a new one at the next sign-in.
    </SecretDialog>
  )
}
