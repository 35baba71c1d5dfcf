import type { ComponentType } from 'react'

/** What a room shows of a parcel beneath its facts and events; it draws nothing for those who may not see it. */
export type ParcelSection = ComponentType<{
  readonly parcel: { readonly trackingNumber: string; readonly clientCode: string }
}>

let sections: readonly ParcelSection[] = []

/** Makes the sections of all rooms known. The shell calls it once, before anything is drawn. */
export function registerParcelSections(all: readonly ParcelSection[]): void {
  sections = all
}

export const parcelSections = (): readonly ParcelSection[] => sections
