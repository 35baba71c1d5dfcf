import { Box, Drawer } from '@mantine/core'
import { type ReactNode, useState } from 'react'

type PeekDrawerProps<Thing> = {
  /** What is looked at; undefined while nothing is. */
  readonly of: Thing | undefined
  readonly size?: 'md' | 'lg' | 'xl'
  readonly title: (thing: Thing) => ReactNode
  readonly onClose: () => void
  readonly children: (thing: Thing) => ReactNode
}

/** A look at a row beside its list. While it closes it shows what it showed. */
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
      {/* Room for the ring of what has the focus first. */}
      {shown !== undefined && <Box pt={4}>{children(shown)}</Box>}
    </Drawer>
  )
}
