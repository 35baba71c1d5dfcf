/** What people do, by the kind under which an overview of activity lists it. An act is named 'kind.what-was-done'. */
export const ACT_TITLES = {
  'session.signed-in': 'Signed in',
  'session.signed-out': 'Signed out',
  'session.ended': 'Ended a session',
  'session.password-reset-asked': 'Asked to reset a password',
  'session.password-changed': 'Chose a new password',
  'session.password-confirmed': 'Gave the password again',
  'session.second-factor-began': 'Began two-factor registration',
  'session.second-factor-enabled': 'Switched two-factor sign-in on',
  'session.view-saved': 'Saved a view',
  'session.view-deleted': 'Deleted a view',
  'user.created': 'Created a user',
  'user.amended': 'Amended a user',
  'user.activated': 'Activated users',
  'user.role-given': 'Gave users a role',
  'user.unblocked': 'Cleared failed sign-ins',
  'user.deleted': 'Deleted users',
  'user.imported': 'Imported users',
  'role.created': 'Created a role',
  'role.amended': 'Amended a role',
  'role.deleted': 'Deleted roles',
  'client.created': 'Created a client',
  'client.amended': 'Amended a client',
  'client.deleted': 'Deleted clients',
  'client.menu-options-set': 'Set menu options',
  'client.params-set': 'Set client parameters',
  'client.settings-set': 'Set client settings',
  'rule-book.changed': 'Changed the rule book',
  'export.started': 'Asked for a file',
  'export.cancelled': 'Cancelled a file',
  'report-mail.added': 'Added a report by mail',
  'report-mail.changed': 'Changed a report by mail',
  'report-mail.ended': 'Ended a report by mail',
  'report-mail.stopped': 'Stopped the mails of a report',
  'report-mail.again': 'Sent a report by mail again',
  'report-mail.failed': 'A report by mail failed',
  'rule-book.tried': 'Tried a change of the rule book',
  'return-labels.changed': 'Changed labels for returns',
  'returns-book.tried': 'Tried a draft of the returns book',
  'returns-book.changed': 'Changed the returns book',
  'return.announced': 'Announced a return',
  'return.changed': 'Changed a return',
  'returns-book.page-set': 'Set the page for shoppers',
  'sku.goods-set': 'Set what a SKU measures',
  'sku.merged': 'Merged SKUs that differed by case alone',
  'order.created': 'Created an order',
  'order.allocated': 'Allocated orders again',
  'order.released': 'Released orders',
  'order.suspended': 'Suspended orders',
  'order.amended': 'Amended an order',
  'order.cancelled': 'Cancelled orders',
  'order.closed': 'Closed an order short',
  'order.reopened': 'Reopened an order',
  'order.undone': 'Undid an order action',
  'order.same-number': 'Kept an order whose number differs from another by case alone',
  'feed.orders': 'Fed orders',
  'feed.despatches': 'Fed despatches',
  'feed.delivery-events': 'Fed delivery events',
  'feed.returns': 'Fed returns',
  'feed.stock': 'Fed stock',
  'stock.reserved': 'Reserved stock',
  'stock.reservation-changed': 'Changed a reservation of stock',
  'stock.reservation-released': 'Released a reservation of stock',
  'stock.reservation-ended': 'A reservation of stock ended',
  'stock.code-saved': 'Saved an allocation code',
  'stock.code-deleted': 'Deleted an allocation code',
  'feed.skus': 'Fed SKU data',
  'sku.data-set': 'Changed SKU data',
  'feed.event-code-set': 'Set what a carrier’s event code means',
  'feed.event-code-deleted': 'Deleted a carrier’s event code',
  'feed.mapping-saved': 'Saved a column mapping',
  'invoice.file-sent': 'Sent carriers’ invoices',
  'invoice.imported': 'Imported a carrier’s invoices',
  'invoice.import-cancelled': 'Cancelled an import of invoices',
  'invoice.layout-saved': 'Saved a layout of invoices',
  'invoice.agreement-set': 'Set what is agreed with a carrier',
  'invoice.agreement-deleted': 'Deleted what was agreed with a carrier',
  'invoice.decided': 'Accepted or rejected an invoice',
  'invoice.rows-decided': 'Accepted or rejected rows of invoices',
  'invoice.rows-undone': 'Undid decisions on rows of invoices',
  'invoice.explained': 'Explained an invoice that does not add up',
  'invoice.deleted': 'Deleted invoices',
  'invoice.rows-deleted': 'Deleted rows of invoices',
  'invoice.row-matched': 'Matched a row of an invoice by hand',
  'invoice.row-unmatched': 'Undid a match of a row of an invoice',
  'invoice.disputes-decided': 'Sent or settled disputes with carriers',
  'invoice.credit-settled': 'Said what a carrier’s credit is for',
  'invoice.credit-taken-back': 'Took back what a carrier’s credit is for',
  'invoice.posted': 'Posted accepted invoices',
  'claim.prepared': 'Prepared claims against a carrier',
  'claim.decided': 'Sent claims or noted what a carrier answered',
  'claim.message': 'Kept a message about a claim',
  'claim.file-added': 'Added evidence to a claim',
  'claim.file-removed': 'Deleted evidence of a claim',
  'claim.terms-set': 'Set a carrier’s claim terms',
  'claim.terms-deleted': 'Deleted a carrier’s claim terms',
  'api-key.created': 'Made an API key',
  'api-key.adopted': 'Took over an API key',
  'api-key.replaced': 'Replaced an API key',
  'api-key.revoked': 'Revoked an API key',
  'webhook.created': 'Added a webhook',
  'webhook.amended': 'Amended a webhook',
  'webhook.deleted': 'Deleted a webhook',
  'webhook.tested': 'Sent a test to a webhook',
  'webhook.redelivered': 'Delivered to a webhook again',
} as const
export type Act = keyof typeof ACT_TITLES

/** The kinds of activity, with what a filter calls them. */
export const ACT_KINDS = {
  session: 'Signing in and out',
  user: 'Users',
  role: 'Roles',
  client: 'Clients',
  'rule-book': 'Carrier routing',
  'returns-book': 'Returns book',
  return: 'Returns',
  sku: 'SKUs',
  stock: 'Stock reservations',
  order: 'Orders',
  feed: 'Feeds',
  invoice: 'Carriers’ invoices',
  claim: 'Claims',
  export: 'Files made in the background',
  'report-mail': 'Reports by mail',
  'api-key': 'API keys',
  webhook: 'Webhooks',
} as const
export type ActKind = keyof typeof ACT_KINDS

/** The title of an act, or its name where it is one of another version. */
export function actTitle(act: string): string {
  return (ACT_TITLES as Readonly<Record<string, string>>)[act] ?? act
}

/** A text of a person, as the audit keeps it: that it is there and that it changed, not what it says. */
export function masked(text: string): string {
  const first = Array.from(text.trim())[0]
  return first === undefined ? '' : `${first}•••`
}

/** What differs between two states of a record, by field, as pairs of before and after. */
export function changedFields(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const of = (state: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(names.map((name) => [name, state[name] ?? null]))
  return { before: of(before), after: of(after) }
}
