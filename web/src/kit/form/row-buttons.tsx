import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'

type Remove = { readonly label: string; readonly onClick: () => void }

/** Takes a row of a form away; level with its fields. */
export function RemoveRow({ label, onClick }: Remove) {
  return (
    <ActionIcon variant="subtle" color="gray" size="input-sm" aria-label={label} onClick={onClick}>
      <IconX size={16} />
    </ActionIcon>
  )
}

type Add = {
  readonly label: string
  /** Why there can be no more; undefined where there can. */
  readonly whyFull?: string | undefined
  readonly onClick: () => void
}

/** Adds a row to a form. */
export function AddRow({ label, whyFull, onClick }: Add) {
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
