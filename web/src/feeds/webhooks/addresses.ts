import { stringifySearch } from '../../kit/browser/search-text.ts'

/** The address of Webhooks; with `webhook` the record of one, or the form of a new one. */
export const WEBHOOKS = '/feeds/webhooks'
export const NEW_WEBHOOK = 'new'
export const webhookAddress = (id: string) => WEBHOOKS + stringifySearch({ webhook: id })
export const webhookTabId = (id: string) => `webhook-${id}`
