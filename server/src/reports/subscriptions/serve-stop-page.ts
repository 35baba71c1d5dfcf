import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../database/database.ts'
import { strangerShare } from '../../database/fair-slots.ts'
import { db } from '../../database/sql.ts'
import { seeEveryClient } from '../../administration/clients/queries.ts'
import type { Transaction } from '../../database/transaction.ts'
import { drainBody } from '../../http/request-input.ts'
import { html } from '../../returns/shoppers-page/html.ts'
import { layOut, type SentPage } from '../../returns/shoppers-page/page-layout.ts'
import { stopMails } from './sending-queries.ts'
import { recipientOf, type Recipient } from './stop-link.ts'
import { titleOf } from './notify-owner.ts'

const PATH = '/report-mails/:token'
const UNKNOWN = layOut(undefined, {
  title: 'This link does not work',
  body: html`<p>
    Check that you opened the whole link from the email, or unsubscribe in the portal under My exports.
  </p>`,
})

/**
 * Serves the page behind the link in a report's email: one button stops the emails. Needs neither scripts nor a
 * session.
 */
export async function serveStopPage(app: FastifyInstance, { database }: { database: Database }): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', (_request, body, done) => done(null, body))
    const page = { schema: { hide: true } }
    const answer = async (
      request: FastifyRequest,
      reply: FastifyReply,
      work: (transaction: Transaction, recipient: Recipient) => Promise<SentPage | undefined>,
    ) => {
      const recipient = recipientOf(app.services.secrets, (request.params as { token: string }).token)
      const made =
        recipient &&
        (await database.transaction(async (transaction) => {
          await seeEveryClient(transaction)
          return work(transaction, recipient)
        }, strangerShare(request.ip)))
      const { text, policy } = made ?? UNKNOWN
      return reply
        .status(made ? 200 : 404)
        .type('text/html; charset=utf-8')
        .header('content-security-policy', policy)
        .send(text)
    }
    scope.get(PATH, page, (request, reply) => answer(request, reply, showButton))
    scope.post(PATH, { ...page, bodyLimit: 1024 }, async (request, reply) => {
      drainBody(request.body)
      return answer(request, reply, async (transaction, recipient) => {
        const title = await titleFor(transaction, recipient)
        if (title === undefined) return undefined
        await stopMails(transaction, recipient, new Date())
        return stopped(title)
      })
    })
  })
}

async function titleFor(transaction: Transaction, { subscriptionId, userId }: Recipient): Promise<string | undefined> {
  const row = await transaction.row(
    db
      .selectFrom('report_subscriptions as s')
      .innerJoin('report_recipients as r', 'r.subscription_id', 's.subscription_id')
      .select('s.report')
      .where('s.subscription_id', '=', subscriptionId)
      .where('r.user_id', '=', userId),
  )
  return row && titleOf(row.report)
}

async function showButton(transaction: Transaction, recipient: Recipient): Promise<SentPage | undefined> {
  const title = await titleFor(transaction, recipient)
  if (title === undefined) return undefined
  return layOut(undefined, {
    title: 'Unsubscribe from these emails?',
    body: html`<p>You won’t get any more emails with ${title}.</p>
      <form method="post"><button>Unsubscribe</button></form>`,
  })
}

const stopped = (title: string) =>
  layOut(undefined, { title: 'You have unsubscribed', body: html`<p>You won’t get any more emails with ${title}.</p>` })
