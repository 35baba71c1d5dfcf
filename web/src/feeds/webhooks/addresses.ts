import { screenAddress } from '../../kit/navigation/screen-address.ts'

/** The path of Webhooks. The parameter `webhook` names a record, or the form of a new one. */
export const WEBHOOKS = '/feeds/webhooks'
export const NEW_WEBHOOK = 'new'
export const webhookAddress = (id: string) => screenAddress<{ readonly webhook: string }>(WEBHOOKS)({ webhook: id })
export const webhookTabId = (id: string) => `webhook-${id}`
