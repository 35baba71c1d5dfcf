import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Config } from '../../process/config.ts'
import { secretFile } from '../../process/portal-secret.ts'

/**
 * Identifies the portal's secret without revealing it; null if there is none yet. Seeds of second factors, waiting mail and webhook
 * secrets are sealed with it, and the backup contains them sealed.
 */
export async function secretMark(config: Pick<Config, 'secret' | 'dataDirectory'>): Promise<string | null> {
  const secret = config.secret ?? (await readFile(secretFile(config), 'utf8').catch(() => '')).trim()
  return secret === '' ? null : createHmac('sha256', secret).update('the mark of a backup').digest('hex').slice(0, 32)
}
