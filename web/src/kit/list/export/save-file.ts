import { dayOf } from '@despatch/domain/calendar/day'

/** How long the object URL stays valid: the browser may start saving late. */
const URL_LIFETIME_MS = 60_000

/** Downloads a file in the browser. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS)
}

/** 'Roles & Permissions 2026-11-21.csv', with the operator’s day. Replaces characters that file systems refuse. */
export function datedName(title: string, ending: string, now: Date): string {
  return `${title.replaceAll(/[<>:"/\\|?*]/g, ' ')} ${dayOf(now)}.${ending}`
}
