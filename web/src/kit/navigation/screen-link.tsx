import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink, useRouterState } from '@tanstack/react-router'
import type { ComponentPropsWithRef, ReactNode, Ref } from 'react'
import { linkOf } from './screen-address.ts'
import { screenAt } from './screens.ts'

type To = {
  /** An address of a screen: see screen-address.ts. */
  readonly to: string
  readonly children: ReactNode
}

const RoutedAnchor = createLink(Anchor<'a'>)
const RoutedButton = createLink((props: ButtonProps & Omit<ComponentPropsWithRef<'a'>, keyof ButtonProps>) => (
  <Button component="a" {...props} />
))

type ScreenLinkProps = AnchorProps &
  To & {
    /** On the screen that it leads to, it changes of the address what it names alone; what opens in a tab of its own stands alone. */
    readonly keepsFilters?: boolean
    readonly 'aria-label'?: string
    readonly onClick?: () => void
  }

/** A link to a screen. What it leads to is not fetched before it is pressed. */
export function ScreenLink({ to, keepsFilters = false, ...shown }: ScreenLinkProps) {
  const link = linkOf(to)
  const isHere = useRouterState({ select: ({ location }) => keepsFilters && location.pathname === link.to })
  const kept = isHere &&
    screenAt(link.to)?.record === undefined && { search: (before: object) => ({ ...before, ...link.search }) }
  return <RoutedAnchor {...link} {...kept} preload={false} inherit {...shown} />
}

type ScreenButtonProps = ButtonProps & To & { readonly ref?: Ref<HTMLAnchorElement> }

/** A link to a screen that looks like a button. */
export function ScreenButton({ to, ...shown }: ScreenButtonProps) {
  return <RoutedButton {...linkOf(to)} preload={false} {...shown} />
}
