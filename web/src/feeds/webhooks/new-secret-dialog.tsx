import { SecretDialog } from '../../kit/form/secret-dialog.tsx'

/** A webhook's new secret. */
export type NewSecret = { readonly name: string; readonly secret: string }

type NewSecretDialogProps = { readonly newSecret: NewSecret | undefined; readonly onClose: () => void }

/** Shows the secret of a webhook once, with instructions; it cannot be shown again. */
export function NewSecretDialog({ newSecret, onClose }: NewSecretDialogProps) {
  return (
    <SecretDialog
      secret={newSecret?.secret}
      title={`Secret of ${newSecret?.name}`}
      label="The secret"
      onClose={onClose}
    >
      Copy it to the receiver now. You can’t see it again. Each delivery is signed with it as Standard Webhooks says, in
      the header webhook-signature: ‘v1,’ and the HMAC-SHA256 of webhook-id.webhook-timestamp.body.
    </SecretDialog>
  )
}
