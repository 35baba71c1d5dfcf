import { writeText, readText, STORAGE_KEYS } from './storage.ts'

/**
 * The device token from the last sign-in with this browser, or ''. The next sign-in sends it, so that strangers who try
 * passwords elsewhere do not lock this browser out. Signing out does not remove it.
 */
export const readDevice = () => readText(STORAGE_KEYS.device)

export function storeDevice(device: string | undefined): void {
  if (device) writeText(STORAGE_KEYS.device, device)
}
