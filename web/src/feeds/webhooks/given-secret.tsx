import { ShownOnce } from '../../kit/form/shown-once.tsx'

/** A secret that a webhook has just got. */
export type GivenSecret = { readonly name: string; readonly secret: string }

type GivenSecretDialogProps = { readonly given: GivenSecret | undefined; readonly onClose: () => void }

/** Shows the secret of a webhook, with how to use it: until it is closed, and never again. */
export function GivenSecretDialog({ given, onClose }: GivenSecretDialogProps) {
  return (
    <ShownOnce secret={given?.secret} title={`The secret of ${given?.name}`} label="The secret" onClose={onClose}>
      Copy it to the receiver now: you cannot see it again after closing this. Each delivery is signed with it as
      Standard Webhooks says, in the header webhook-signature: ‘v1,’ and the HMAC-SHA256 of
      webhook-id.webhook-timestamp.body.
    </ShownOnce>
  )
}
