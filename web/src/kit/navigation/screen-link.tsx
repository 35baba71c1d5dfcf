import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef, ReactNode, Ref } from 'react'
import { linkOf } from './screen-address.ts'

type To = {
  /** An address of a screen: see screen-address.ts. */
  readonly to: string
  readonly children: ReactNode
}

const RoutedAnchor = createLink(Anchor<'a'>)
const RoutedButton = createLink((props: ButtonProps & Omit<ComponentPropsWithRef<'a'>, keyof ButtonProps>) => (
  <Button component="a" {...props} />
))

type ScreenLinkProps = AnchorProps & To & { readonly 'aria-label'?: string; readonly onClick?: () => void }

/** A link to a screen. What it leads to is not fetched before it is pressed. */
export function ScreenLink({ to, ...shown }: ScreenLinkProps) {
  return <RoutedAnchor {...linkOf(to)} preload={false} inherit {...shown} />
}

type ScreenButtonProps = ButtonProps & To & { readonly ref?: Ref<HTMLAnchorElement> }

/** A link to a screen that looks like a button. */
export function ScreenButton({ to, ...shown }: ScreenButtonProps) {
  return <RoutedButton {...linkOf(to)} preload={false} {...shown} />
}
