import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink, useRouterState } from '@tanstack/react-router'
import type { ComponentPropsWithRef, ReactNode, Ref } from 'react'
import { addressForSame, linkOf } from './screen-address.ts'
import { screenAt } from './screens.ts'

type ScreenTarget = {
  /** An address of a screen: see screen-address.ts. */
  readonly to: string
  /** The link is for the present screen's client (the default), or as it is. */
  readonly keepsClient?: boolean
  readonly children: ReactNode
}

const RoutedAnchor = createLink(Anchor<'a'>)
const RoutedButton = createLink((props: ButtonProps & Omit<ComponentPropsWithRef<'a'>, keyof ButtonProps>) => (
  <Button component="a" {...props} />
))

type ScreenLinkProps = AnchorProps &
  ScreenTarget & {
    /** On its own screen, the link changes only the parameters that it names. Records with their own tab are exempt. */
    readonly keepsFilters?: boolean
    readonly 'aria-label'?: string
    readonly onClick?: () => void
  }

/** A link to a screen, for the same client as the present one. It is not preloaded. */
export function ScreenLink({ to, keepsFilters = false, keepsClient = true, ...anchorProps }: ScreenLinkProps) {
  const link = linkOf(keepsClient ? addressForSame(to) : to)
  const isHere = useRouterState({ select: ({ location }) => keepsFilters && location.pathname === link.to })
  const mergedSearch = isHere &&
    screenAt(link.to)?.record === undefined && { search: (before: object) => ({ ...before, ...link.search }) }
  return <RoutedAnchor {...link} {...mergedSearch} preload={false} inherit {...anchorProps} />
}

type ScreenButtonProps = ButtonProps & ScreenTarget & { readonly ref?: Ref<HTMLAnchorElement> }

/** A link to a screen that looks like a button. */
export function ScreenButton({ to, keepsClient = true, ...buttonProps }: ScreenButtonProps) {
  return <RoutedButton {...linkOf(keepsClient ? addressForSame(to) : to)} preload={false} {...buttonProps} />
}
