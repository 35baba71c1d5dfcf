import { keepText, readText, STORAGE_KEYS } from './storage.ts'

/**
 * What the last sign-in with this browser answered, '' where there was none. It is sent with the next one, so that
 * strangers who try passwords elsewhere do not keep this browser out. It stays when its user signs out.
 */
export const readDevice = () => readText(STORAGE_KEYS.device)

/** Keeps what a sign-in has answered. */
export function keepDevice(device: string | undefined): void {
  if (device) keepText(STORAGE_KEYS.device, device)
}
