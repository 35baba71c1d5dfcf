import type { ComponentType } from 'react'

/** A room's section of a parcel, beneath its facts and events. Renders nothing if the user may not see it. */
export type ParcelSection = ComponentType<{
  readonly parcel: { readonly trackingNumber: string; readonly clientCode: string }
}>

let sections: readonly ParcelSection[] = []

/** Registers the sections of all rooms. The shell calls it once, before the first render. */
export function registerParcelSections(all: readonly ParcelSection[]): void {
  sections = all
}

export const parcelSections = (): readonly ParcelSection[] => sections
