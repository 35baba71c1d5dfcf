import { ActionIcon, Indicator, Popover } from '@mantine/core'
import type { ReactNode } from 'react'

type CountedPopoverProps = {
  readonly title: string
  /** The title with the count, for screen readers. */
  readonly label: string
  readonly icon: ReactNode
  readonly count: number
  readonly width: number
  readonly isOpen: boolean
  readonly onToggle: (opens: boolean) => void
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** An icon button with a count, which opens a panel below it. */
export function CountedPopover(props: CountedPopoverProps) {
  const { title, label, icon, count, width, isOpen, onToggle, className, children } = props
  return (
    <Popover
      opened={isOpen}
      onChange={onToggle}
      position="bottom-end"
      width={width}
      shadow="md"
      trapFocus
      returnFocus
      withinPortal={false}
    >
      <Indicator label={count} size={15} disabled={count === 0} color="accent" offset={4} inline>
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={label}
            title={title}
            aria-expanded={isOpen}
            onClick={() => onToggle(!isOpen)}
          >
            {icon}
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown {...(className && { className })} aria-label={title}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
