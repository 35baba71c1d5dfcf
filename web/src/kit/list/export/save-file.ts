import { dayOf } from '@despatch/domain/calendar/day'

/** How long a browser may take to begin to save what it was handed. */
const KEPT_FOR_MS = 60_000

/** Hands a file to the browser to save, under a name. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_FOR_MS)
}

/** 'Roles & Permissions 2026-11-21.csv', by the operator's day; what file systems refuse in a name is left out. */
export function datedName(title: string, ending: string, now: Date): string {
  return `${title.replaceAll(/[<>:"/\\|?*]/g, ' ')} ${dayOf(now)}.${ending}`
}
