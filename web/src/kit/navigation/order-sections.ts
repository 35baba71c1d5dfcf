import type { ComponentType } from 'react'

/** The section of an order's drawer from a room that `orders` may not import. Renders nothing if the user may not see it. */
export type OrderSection = ComponentType<{
  readonly order: { readonly orderNumber: string; readonly clientCode: string }
}>

let sections: readonly OrderSection[] = []

/** Registers the sections of all rooms. The shell calls it once, before the first render. */
export function registerOrderSections(all: readonly OrderSection[]): void {
  sections = all
}

export const orderSections = (): readonly OrderSection[] => sections
