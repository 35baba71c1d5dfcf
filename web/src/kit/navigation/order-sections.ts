import type { ComponentType } from 'react'

/** What a room above the orders shows of one that is peeked at; it draws nothing for those who may not see it. */
export type OrderSection = ComponentType<{
  readonly order: { readonly orderNumber: string; readonly clientCode: string }
}>

let sections: readonly OrderSection[] = []

/** Makes the sections of all rooms known. The shell calls it once, before anything is drawn. */
export function registerOrderSections(all: readonly OrderSection[]): void {
  sections = all
}

export const orderSections = (): readonly OrderSection[] => sections
