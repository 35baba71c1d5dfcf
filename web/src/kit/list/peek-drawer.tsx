import { Box, Drawer } from '@mantine/core'
import { type ReactNode, useState } from 'react'

type PeekDrawerProps<Thing> = {
  /** The record to show; undefined while the drawer is closed. */
  readonly of: Thing | undefined
  readonly size?: 'md' | 'lg' | 'xl'
  readonly title: (thing: Thing) => ReactNode
  readonly onClose: () => void
  readonly children: (thing: Thing) => ReactNode
}

/** A drawer that shows a row beside its list. While it closes it shows its last content. */
export function PeekDrawer<Thing>({ of, size = 'md', title, onClose, children }: PeekDrawerProps<Thing>) {
  const [last, setLast] = useState(of)
  if (of !== undefined && of !== last) setLast(of)
  const shown = of ?? last
  return (
    <Drawer
      opened={of !== undefined}
      onClose={onClose}
      position="right"
      size={size}
      title={shown !== undefined && title(shown)}
    >
      {/* Room for the focus ring of the first control. */}
      {shown !== undefined && <Box pt={4}>{children(shown)}</Box>}
    </Drawer>
  )
}
