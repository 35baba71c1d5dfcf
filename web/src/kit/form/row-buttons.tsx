import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'

type RemoveRowButtonProps = { readonly label: string; readonly onClick: () => void }

/** Removes a row of a form. As high as its fields. */
export function RemoveRowButton({ label, onClick }: RemoveRowButtonProps) {
  return (
    <ActionIcon variant="subtle" color="gray" size="input-sm" aria-label={label} onClick={onClick}>
      <IconX size={16} />
    </ActionIcon>
  )
}

type AddRowButtonProps = {
  readonly label: string
  /** The reason if no more rows can be added. */
  readonly whyFull?: string | undefined
  readonly onClick: () => void
}

export function AddRowButton({ label, whyFull, onClick }: AddRowButtonProps) {
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconPlus size={14} aria-hidden />}
      disabled={whyFull !== undefined}
      title={whyFull}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}
