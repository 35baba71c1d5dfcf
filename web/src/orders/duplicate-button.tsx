import { Button } from '@mantine/core'
import { ScreenButton } from '../kit/navigation/screen-link.tsx'
import { copyAddress } from './addresses.ts'
import { useShowsCreating, useCreateDisabledReason } from './use-order-rights.ts'

type DuplicateButtonProps = { readonly order: { readonly clientCode: string; readonly orderNumber: string } }

export function DuplicateButton({ order }: DuplicateButtonProps) {
  const isShown = useShowsCreating()
  const whyNot = useCreateDisabledReason()
  if (!isShown) return null
  if (whyNot !== undefined)
    return (
      <Button size="xs" variant="default" disabled title={whyNot}>
        Duplicate…
      </Button>
    )
  return (
    <ScreenButton to={copyAddress(order)} size="xs" variant="default">
      Duplicate…
    </ScreenButton>
  )
}
