import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { clearQueryCache } from '../server/query-client.ts'
import { session } from '../session/session-store.ts'
import { closeRecordTabs } from './window-tabs.ts'

/**
 * Selects a client for the window, without answers and record tabs of the one before; all clients keep the tabs. Returns
 * the address to go to if the tab in sight was closed.
 */
export async function switchClient(code: string): Promise<string | undefined> {
  const elsewhere = code === ALL_CLIENTS ? undefined : closeRecordTabs()
  // Clear the cache before the screens mount again: later it would also remove their new queries.
  await clearQueryCache()
  session.selectClient(code)
  return elsewhere
}
